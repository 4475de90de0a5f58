import type { LiveAdGroup, LiveCampaign, LiveKeyword } from '@tapwise/adapters';
import {
  type AdGroupSettings,
  type CampaignSettings,
  type CreatedObjectEvent,
  type KeywordSettings,
  microsFromDecimalString,
} from '@tapwise/domain';
import type { CreationLog } from '../creation-log.ts';

const micros = (amount: string | null): number | null => (amount === null ? null : microsFromDecimalString(amount));

/** A campaign as pulls would show it. */
export function campaignSettings(live: LiveCampaign, currency: string): CampaignSettings {
  return {
    campaign_id: live.id,
    adam_id: live.adamId,
    name: live.name,
    status: live.status,
    deleted: live.deleted,
    display_status: live.status === 'ENABLED' ? 'RUNNING' : 'PAUSED',
    countries: [...live.countries],
    supply_sources: ['APPSTORE_SEARCH_RESULTS'],
    currency,
    budget_micros: micros(live.totalBudget),
    daily_budget_micros: micros(live.dailyBudget),
    modified_at: null,
    bidding_strategy: live.biddingStrategy,
  };
}

function adGroupSettings(live: LiveAdGroup): AdGroupSettings {
  return {
    ad_group_id: live.id,
    name: live.name,
    status: live.status,
    deleted: live.deleted,
    display_status: live.status === 'ENABLED' ? 'RUNNING' : 'PAUSED',
    default_bid_micros: micros(live.defaultBid),
    cpa_goal_micros: micros(live.cpaGoal),
    search_match: live.searchMatch,
    modified_at: null,
  };
}

function keywordSettings(live: LiveKeyword): KeywordSettings {
  return {
    keyword_id: live.id,
    ad_group_id: live.adGroupId,
    text: live.text,
    match_type: live.matchType,
    status: live.status === 'ENABLED' ? ('ACTIVE' as const) : ('PAUSED' as const),
    deleted: live.deleted,
    bid_micros: micros(live.bid),
    modified_at: null,
  };
}

/** What was made for keywords. Objects that are in the log already are left out. */
export interface Made {
  readonly adGroups?: readonly (LiveAdGroup & { readonly role: 'keyword' | 'broad' | 'search_match' })[];
  readonly keywords?: readonly LiveKeyword[];
  readonly refusals?: readonly Refusal[];
}

export interface Refusal {
  readonly negative: boolean;
  readonly ad_group_id: number | null;
  readonly text: string;
  readonly message: string;
  readonly apple_status: number | null;
}

/** Records what a campaign has now. It can be addressed from then on. */
export async function recordObjects(
  log: CreationLog,
  campaignId: number,
  { adGroups = [], keywords = [], refusals = [] }: Made,
): Promise<void> {
  if (adGroups.length + keywords.length + refusals.length === 0) return;
  const about = log.about(campaignId);
  let refused = refusals.map((data) => ({ type: 'KeywordRefusedByApple' as const, data: { ...about, ...data } }));
  await log.objects(campaignId, (state) => {
    const groups = adGroups.filter(({ id }) => !state.ad_groups.has(id));
    const words = keywords.filter(({ id }) => !state.keywords.has(id));
    // A refusal leaves nothing in the state that would say that it is recorded.
    const events: CreatedObjectEvent[] = [...refused];
    refused = [];
    for (const { role, ...live } of groups) {
      events.push({ type: 'AdGroupCreated', data: { ...about, role, ad_group: adGroupSettings(live) } });
    }
    for (const live of words) {
      events.push({ type: 'KeywordAdded', data: { ...about, keyword: keywordSettings(live) } });
    }
    return events;
  });
}
