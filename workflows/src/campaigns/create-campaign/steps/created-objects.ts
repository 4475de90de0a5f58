import type { RemoteAdGroup, RemoteCampaign, RemoteKeyword } from '@tapwise/adapters';
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
export function campaignSettings(campaign: RemoteCampaign, currency: string): CampaignSettings {
  return {
    campaign_id: campaign.id,
    adam_id: campaign.adamId,
    name: campaign.name,
    status: campaign.status,
    deleted: campaign.deleted,
    display_status: campaign.status === 'ENABLED' ? 'RUNNING' : 'PAUSED',
    countries: [...campaign.countries],
    supply_sources: ['APPSTORE_SEARCH_RESULTS'],
    currency,
    budget_micros: micros(campaign.totalBudget),
    daily_budget_micros: micros(campaign.dailyBudget),
    modified_at: null,
    bidding_strategy: campaign.biddingStrategy,
  };
}

function adGroupSettings(adGroup: RemoteAdGroup): AdGroupSettings {
  return {
    ad_group_id: adGroup.id,
    name: adGroup.name,
    status: adGroup.status,
    deleted: adGroup.deleted,
    display_status: adGroup.status === 'ENABLED' ? 'RUNNING' : 'PAUSED',
    default_bid_micros: micros(adGroup.defaultBid),
    cpa_goal_micros: micros(adGroup.cpaGoal),
    search_match: adGroup.searchMatch,
    modified_at: null,
  };
}

function keywordSettings(keyword: RemoteKeyword): KeywordSettings {
  return {
    keyword_id: keyword.id,
    ad_group_id: keyword.adGroupId,
    text: keyword.text,
    match_type: keyword.matchType,
    status: keyword.status === 'ENABLED' ? ('ACTIVE' as const) : ('PAUSED' as const),
    deleted: keyword.deleted,
    bid_micros: micros(keyword.bid),
    modified_at: null,
  };
}

/** What was made for keywords. Objects that are in the log already are left out. */
export interface Made {
  readonly adGroups?: readonly (RemoteAdGroup & { readonly role: 'keyword' | 'broad' | 'search_match' })[];
  readonly keywords?: readonly RemoteKeyword[];
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
  const identity = log.identityOf(campaignId);
  let refused = refusals.map((data) => ({ type: 'KeywordRefusedByApple' as const, data: { ...identity, ...data } }));
  await log.objects(campaignId, (state) => {
    const groups = adGroups.filter(({ id }) => !state.ad_groups.has(id));
    const words = keywords.filter(({ id }) => !state.keywords.has(id));
    // A refusal leaves nothing in the state that would say that it is recorded.
    const events: CreatedObjectEvent[] = [...refused];
    refused = [];
    for (const { role, ...adGroup } of groups) {
      events.push({ type: 'AdGroupCreated', data: { ...identity, role, ad_group: adGroupSettings(adGroup) } });
    }
    for (const word of words) {
      events.push({ type: 'KeywordAdded', data: { ...identity, keyword: keywordSettings(word) } });
    }
    return events;
  });
}
