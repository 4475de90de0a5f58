import type { CausedSetting } from '../market/caused/caused-events.ts';
import { type Campaign, cellOf, type Target } from '../market/world/structure.ts';
import type { World } from '../market/world/world.ts';

/** A wish that cannot be met; nothing has happened then. */
export class CauseError extends Error {}

/** A place of a campaign where traffic can come from. */
export interface AdSource {
  readonly campaign: Campaign;
  readonly target: Target;
  readonly cell: number;
}

interface WantedSource {
  readonly app?: number | undefined;
  readonly campaign?: number | undefined;
  readonly ad_group?: number | undefined;
  readonly keyword?: number | undefined;
  readonly country?: string | undefined;
  readonly device: 'iphone' | 'ipad';
}

/**
 * The first target with traffic below the wanted objects, in the wanted country (else the campaign's first).
 *
 * @returns null when no campaign, ad group or keyword is wanted
 * @throws CauseError when there is none
 */
export function adSourceOf(world: World, wanted: WantedSource): AdSource | null {
  const { app, campaign: campaignId, ad_group: adGroupId, keyword, country, device } = wanted;
  if (campaignId === undefined && adGroupId === undefined && keyword === undefined) return null;
  for (const campaign of world.campaigns) {
    if (campaignId !== undefined && campaign.id !== campaignId) continue;
    if (app !== undefined && campaign.app.adamId !== app) continue;
    const target = campaign.targets.find(
      (candidate) =>
        (adGroupId === undefined || candidate.adGroup.id === adGroupId) &&
        (keyword === undefined ? candidate.quietFrom === null : candidate.keyword?.id === keyword),
    );
    if (target === undefined) continue;
    const countryIndex = country === undefined ? 0 : campaign.countries.indexOf(country);
    if (countryIndex < 0) throw new CauseError(`Campaign ${campaign.id} is not shown in ${country}`);
    return { campaign, target, cell: cellOf(campaign, target.index, countryIndex, device === 'ipad' ? 1 : 0) };
  }
  throw new CauseError('There is no such campaign, ad group or keyword with traffic');
}

interface WantedSetting {
  readonly campaign?: number | undefined;
  readonly ad_group?: number | undefined;
  readonly keyword?: number | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly daily_budget?: number | undefined;
  readonly bid?: number | undefined;
  readonly deleted?: boolean | undefined;
  readonly by: CausedSetting['by'];
}

/** Fields of the request that each kind of object has, and what the world calls them. */
const FIELDS = {
  campaign: { name: 'name', status: 'status', daily_budget: 'dailyBudget', deleted: 'deleted' },
  ad_group: { name: 'name', status: 'status', bid: 'defaultBid', deleted: 'deleted' },
  keyword: { status: 'status', bid: 'bid', deleted: 'deleted' },
} as const;

const STATUSES = { campaign: 'ENABLED', ad_group: 'ENABLED', keyword: 'ACTIVE' } as const;

/** What happens to the finest object named. @throws CauseError for unknown objects, and for what they do not have */
export function causedSetting(world: World, at: number, wanted: WantedSetting): CausedSetting {
  const kind = wanted.keyword !== undefined ? 'keyword' : wanted.ad_group !== undefined ? 'ad_group' : 'campaign';
  const id = wanted[kind];
  const adGroups = world.campaigns.flatMap((campaign) => campaign.adGroups);
  const all = {
    campaign: () => world.campaigns,
    ad_group: () => adGroups,
    keyword: () => adGroups.flatMap((group) => group.keywords),
  };
  if (id === undefined || !all[kind]().some((object) => object.id === id))
    throw new CauseError('There is no such campaign, ad group or keyword');
  const part: CausedSetting['part'] = {};
  const fields: Readonly<Record<string, string>> = FIELDS[kind];
  for (const name of ['name', 'status', 'daily_budget', 'bid', 'deleted'] as const) {
    const value = wanted[name];
    if (value === undefined) continue;
    const field = fields[name];
    if (field === undefined) throw new CauseError(`A ${kind} has no ${name}`);
    part[field] = value;
  }
  if (wanted.status !== undefined && wanted.status !== 'PAUSED' && wanted.status !== STATUSES[kind])
    throw new CauseError(`A ${kind} is ${STATUSES[kind]} or PAUSED`);
  if (Object.keys(part).length === 0) throw new CauseError('name, status, daily_budget, bid or deleted is needed');
  return { kind: 'setting', id, at, part, by: wanted.by };
}
