import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, rowsOf, skip } from '../runner/projection.ts';

/** Campaigns, ad groups and keywords → one row each time the ad service showed one with something new. */
export const settingsSeenProjection: EventProjection = {
  name: 'settings-seen',
  version: 1,
  eventTypes: ['CampaignObserved', 'AdGroupsObserved', 'KeywordsObserved'],
  rowsIn: objectsIn,
  project: (recorded) => seenRows(recorded),
};

function objectsIn(event: DomainEvent): number {
  if (event.type === 'AdGroupsObserved') return event.data.ad_groups.length;
  return event.type === 'KeywordsObserved' ? event.data.keywords.length : 1;
}

/** What the table holds of an object beside its ids; settings its level does not have are `null`. */
const noSettings = {
  ...{ bid_micros: null, cpa_goal_micros: null, budget_micros: null, daily_budget_micros: null },
  search_match: null,
} as const;

function seenRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  const marks = bookkeeping(recorded);
  const rowOf = (row: object) => ({ table: 'settings_seen_v1', row: { ...row, ...marks } });
  switch (event.type) {
    case 'CampaignObserved': {
      const { org_id, campaign_id, observed_at, campaign } = event.data;
      const { name, budget_micros, daily_budget_micros, modified_at } = campaign;
      const about = { org_id, level: 'campaign', campaign_id, ad_group_id: 0, keyword_id: 0, observed_at };
      const settings = { ...noSettings, budget_micros, daily_budget_micros };
      return rowsOf([rowOf({ ...about, name, status: statusOf(campaign), ...settings, modified_at })]);
    }
    case 'AdGroupsObserved': {
      const { org_id, campaign_id, observed_at, ad_groups } = event.data;
      const about = { org_id, level: 'ad_group', campaign_id, keyword_id: 0, observed_at };
      const rows = ad_groups.map((adGroup) => {
        const { ad_group_id, name, default_bid_micros, cpa_goal_micros, search_match, modified_at } = adGroup;
        const settings = { ...noSettings, bid_micros: default_bid_micros, cpa_goal_micros, search_match };
        return rowOf({ ...about, ad_group_id, name, status: statusOf(adGroup), ...settings, modified_at });
      });
      return rowsOf(rows);
    }
    case 'KeywordsObserved': {
      const { org_id, campaign_id, observed_at, keywords } = event.data;
      const about = { org_id, level: 'keyword', campaign_id, observed_at };
      const rows = keywords.map((keyword) => {
        const { ad_group_id, keyword_id, text: name, bid_micros, modified_at } = keyword;
        const settings = { ...noSettings, bid_micros };
        return rowOf({ ...about, ad_group_id, keyword_id, name, status: statusOf(keyword), ...settings, modified_at });
      });
      return rowsOf(rows);
    }
    default:
      return skip('no settings');
  }
}

/** One term for what people switch, whatever the service calls it at a level. */
function statusOf({ status, deleted }: { status: string; deleted: boolean }): string {
  if (deleted) return 'DELETED';
  return status === 'ACTIVE' ? 'ENABLED' : status;
}
