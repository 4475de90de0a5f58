import type { AnyCampaignEvent } from '../../campaign/campaign.decider.ts';

export const at = (time: string): string => `2026-11-20T${time}:00.000Z`;
export const ms = (time: string): number => Date.parse(at(time));
export const scope = { org_id: 40, campaign_id: 700 };
const modified = { modified_at: null };

const campaign = (others: object = {}) => ({
  campaign_id: 700,
  adam_id: 9,
  name: 'US',
  status: 'ENABLED' as const,
  display_status: 'RUNNING',
  deleted: false,
  countries: ['US'],
  supply_sources: ['APPSTORE_SEARCH_RESULTS'],
  currency: 'USD',
  budget_micros: null,
  daily_budget_micros: 50_000_000,
  ...modified,
  ...others,
});
const adGroup = (bid: number, others: object = {}) => ({
  ad_group_id: 710,
  name: 'Words',
  status: 'ENABLED' as const,
  display_status: 'RUNNING',
  deleted: false,
  default_bid_micros: bid,
  cpa_goal_micros: null,
  search_match: false,
  ...modified,
  ...others,
});
export const keyword = (bid: number | null, others: object = {}) => ({
  keyword_id: 720,
  ad_group_id: 710,
  text: 'calm',
  match_type: 'EXACT',
  status: 'ACTIVE' as const,
  deleted: false,
  bid_micros: bid,
  ...modified,
  ...others,
});
export const keywordSeen = (time: string, bid: number | null, others: object = {}): AnyCampaignEvent => ({
  type: 'KeywordsObserved',
  data: { ...scope, observed_at: at(time), keywords: [keyword(bid, others)] },
});
export const adGroupSeen = (time: string, bid: number, others: object = {}): AnyCampaignEvent => ({
  type: 'AdGroupsObserved',
  data: { ...scope, observed_at: at(time), ad_groups: [adGroup(bid, others)] },
});
export const campaignSeen = (time: string, others: object = {}): AnyCampaignEvent => ({
  type: 'CampaignObserved',
  data: { ...scope, observed_at: at(time), campaign: campaign(others) },
});
