import { textOf } from '../random/random-extras.ts';
import { type AdsLevel, observedObjects, stateKey } from '../random/random-structure.ts';
import { type World, worldNow } from '../random/random-world.ts';
import { installDay } from './expected-report.ts';
import type { RequestedReport } from './requested-report.ts';

/** What a row has beside its numbers: who it is, how it is set. */
export type ExpectedIdentity = Record<string, string | number | boolean | null | readonly number[]>;

const words = { campaign: 'Campaign', ad_group: 'Ad group', keyword: 'Keyword' } as const;
const initials = { campaign: 'C', ad_group: 'G' } as const;
const noon = '2026-03-10T12:00:00.000Z';

/** Names, states and settings of an object as the ad service shows it; it shows nothing of campaign 3. No object has a label. */
export function expectedIdentity(
  world: World,
  level: AdsLevel,
  id: number,
  request: RequestedReport,
): ExpectedIdentity {
  const isObserved = observedObjects[level].includes(id);
  const settings = { ...settingsOf(world, level, id, request, isObserved), settings_currency: 'EUR', labels: [] };
  const parents = parentsOf(level, id, request);
  if (id <= 0) {
    const name = level === 'keyword' ? 'Search Match' : id === 0 ? 'Organic' : 'Attribution pending';
    return { ...parents, ...settings, name, status: null };
  }
  const ownName = level === 'keyword' ? textOf(id) : `${initials[level]}${id}`;
  const name = isObserved ? ownName : `${words[level]} ${id}`;
  return { ...parents, ...settings, name, status: statusOf(world, level, id) };
}

function statusOf(world: World, level: AdsLevel, id: number): string {
  const state = world.states.get(stateKey(level, id));
  if (state === undefined) return 'UNKNOWN';
  const group = level === 'keyword' ? world.states.get(stateKey('ad_group', Math.floor(id / 10))) : undefined;
  if (state === 'deleted' || group === 'deleted') return 'DELETED';
  if (state === 'paused') return 'PAUSED';
  return group === 'paused' ? 'AD_GROUP_ON_HOLD' : 'RUNNING';
}

function parentsOf(level: AdsLevel, id: number, { campaignIds, adGroupId }: RequestedReport): ExpectedIdentity {
  if (level === 'campaign') return {};
  const [campaignId = null] = campaignIds ?? [];
  if (level === 'ad_group') return { campaign_id: campaignId };
  if (adGroupId !== null) return { campaign_id: campaignId, ad_group_id: adGroupId };
  // The keywords of several campaigns say in which campaign and ad group each is.
  if (id === 0) return { campaign_id: null, ad_group_id: null, campaign_name: null, ad_group_name: null };
  const campaign_id = Math.floor(id / 100);
  const ad_group_id = Math.floor(id / 10);
  const isObserved = observedObjects.keyword.includes(id);
  return {
    campaign_id,
    ad_group_id,
    campaign_name: isObserved ? `C${campaign_id}` : `Campaign ${campaign_id}`,
    ad_group_name: isObserved ? `G${ad_group_id}` : `Ad group ${ad_group_id}`,
  };
}

function settingsOf(
  world: World,
  level: AdsLevel,
  id: number,
  { timeZone }: RequestedReport,
  isObserved: boolean,
): ExpectedIdentity {
  const bids_set_by_apple = isObserved ? false : null;
  if (level === 'keyword') return { cpt_bid: isObserved ? 0.9 : null, bids_set_by_apple };
  if (level === 'ad_group') {
    const search_match = isObserved ? id % 10 === 0 : null;
    return {
      cpt_bid: isObserved ? 1.5 : null,
      cpa_goal: null,
      search_match,
      modification_time: isObserved ? noon : null,
      bids_set_by_apple,
    };
  }
  const today = installDay({ firstLaunchAt: worldNow }, timeZone);
  // What was spent today does not depend on the range or the countries.
  const spent = world.figures.filter((figure) => figure.campaignId === id && figure.day === today);
  const daily_spend = id <= 0 ? null : spent.reduce((sum, figure) => sum + figure.spendMicros, 0) / 1e6;
  return { budget: null, daily_cap: isObserved ? 50 : null, daily_spend, target_cpa: null, bids_set_by_apple };
}
