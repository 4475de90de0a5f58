import type { RecordedEvent } from '@tapwise/adapters';
import {
  type AdGroupSettings,
  type CampaignSettings,
  confirmedRowTypes,
  createdObjectTypes,
  type DomainEvent,
  type DomainEventOf,
  isConfirmed,
  isCreatedObject,
  type KeywordSettings,
  objectOfKey,
  withBid,
  withOwnBid,
} from '@tapwise/domain';
import {
  bookkeeping,
  type EventProjection,
  type Outcome,
  type OwnColumns,
  rowsOf,
  skip,
} from '../../runner/projection.ts';

/**
 * Campaigns, ad groups and keywords → one row each time the ad service showed one with something new, confirmed a change, or has one that
 * we made; and one for each change made elsewhere whose author it named.
 */
export const settingsSeenProjection: EventProjection = {
  name: 'settings-seen',
  version: 2,
  eventTypes: [
    'CampaignObserved',
    'AdGroupsObserved',
    'KeywordsObserved',
    'ChangeActorsRead',
    ...confirmedRowTypes,
    ...createdObjectTypes,
  ],
  rowsIn: objectsIn,
  project: (recorded) =>
    recorded.event.type === 'ChangeActorsRead' ? actorRows(recorded, recorded.event) : seenRows(recorded),
};

function objectsIn(event: DomainEvent): number {
  if (event.type === 'AdGroupsObserved') return event.data.ad_groups.length;
  if (event.type === 'ChangeActorsRead') return event.data.changes.length;
  return event.type === 'KeywordsObserved' ? event.data.keywords.length : 1;
}

interface Observed {
  readonly org_id: number;
  readonly campaign_id: number;
  readonly observed_at: string;
}
type SettingColumns = Omit<OwnColumns<'settings_seen_v1'>, keyof Observed>;

/** What the table holds of an object beside its ids; settings its level does not have are `null`. */
const noSettings = {
  bid_micros: null,
  cpa_goal_micros: null,
  budget_micros: null,
  daily_budget_micros: null,
  target_cpa_micros: null,
  search_match: null,
} as const;

function seenRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  const marks = bookkeeping(recorded);
  const rows = (common: Observed, settings: readonly SettingColumns[]): Outcome =>
    rowsOf(settings.map((setting) => ({ table: 'settings_seen_v1', row: { ...common, ...setting, ...marks } })));
  switch (event.type) {
    case 'CampaignObserved':
      return rows(campaignOf(event.data, event.data.observed_at), [campaignSettings(event.data.campaign)]);
    case 'AdGroupsObserved':
      return rows(campaignOf(event.data, event.data.observed_at), event.data.ad_groups.map(adGroupSettings));
    case 'KeywordsObserved':
      return rows(campaignOf(event.data, event.data.observed_at), event.data.keywords.map(keywordSettings));
    default: {
      if (!isConfirmed(event) && !isCreatedObject(event)) return skip('no settings');
      // What we made or set is what the next observation is compared with.
      const { data } = event;
      const common = campaignOf(data, data.decided_at);
      if ('campaign' in data) return rows(common, [campaignSettings(data.campaign)]);
      if ('ads' in data || 'negative' in data) return skip('no settings of an object of its own');
      return rows(common, ['ad_group' in data ? adGroupSettings(data.ad_group) : keywordSettings(data.keyword)]);
    }
  }
}

/** Those whose authors the service named. */
function actorRows(recorded: RecordedEvent, { data }: DomainEventOf<'ChangeActorsRead'>): Outcome {
  const { org_id, campaign_id } = data;
  const marks = bookkeeping(recorded);
  const rows = data.changes.flatMap(({ key, field, value, observed_at, actor, changed_at }) => {
    if (actor === null || changed_at === null) return [];
    const { level, adGroupId, keywordId } = objectOfKey(key);
    const object = { org_id, campaign_id, level, ad_group_id: adGroupId ?? 0, keyword_id: keywordId ?? 0 };
    const who = { actor_kind: actor.kind, actor_user: actor.user ?? '', changed_at };
    const setting = { field, value: value === null ? null : String(value), observed_at };
    return [{ table: 'setting_actor_v1' as const, row: { ...object, ...setting, ...who, ...marks } }];
  });
  return rows.length === 0 ? skip('the service named nobody') : rowsOf(rows);
}

const campaignOf = ({ org_id, campaign_id }: Omit<Observed, 'observed_at'>, observed_at: string): Observed => ({
  org_id,
  campaign_id,
  observed_at,
});

function campaignSettings(campaign: CampaignSettings): SettingColumns {
  const { name, budget_micros, daily_budget_micros, target_cpa_micros = null, modified_at } = campaign;
  const ids = { level: 'campaign', ad_group_id: 0, keyword_id: 0 };
  const settings = { ...noSettings, budget_micros, daily_budget_micros, target_cpa_micros };
  return { ...ids, name, status: statusOf(campaign), ...settings, modified_at };
}

function adGroupSettings(adGroup: AdGroupSettings): SettingColumns {
  const {
    ad_group_id,
    name,
    default_bid_micros: bid_micros,
    cpa_goal_micros,
    search_match,
    modified_at,
  } = withBid(adGroup);
  const ids = { level: 'ad_group', ad_group_id, keyword_id: 0 };
  const settings = { ...noSettings, bid_micros, cpa_goal_micros, search_match };
  return { ...ids, name, status: statusOf(adGroup), ...settings, modified_at };
}

function keywordSettings(keyword: KeywordSettings): SettingColumns {
  const { ad_group_id, keyword_id, text: name, bid_micros, modified_at } = withOwnBid(keyword);
  const ids = { level: 'keyword', ad_group_id, keyword_id };
  return { ...ids, name, status: statusOf(keyword), ...noSettings, bid_micros, modified_at };
}

/** One term for what people switch, whatever the service calls it at a level. */
function statusOf({ status, deleted }: { status: string; deleted: boolean }): string {
  if (deleted) return 'DELETED';
  return status === 'ACTIVE' ? 'ENABLED' : status;
}
