import { z } from 'zod';
import { adsIdField, countryField, currencyField, instantField, microsField } from '../../shared/fields.ts';

/** Settings of a campaign; money in micros of the ad organization's currency. */
export const campaignField = z.object({
  campaign_id: adsIdField,
  adam_id: adsIdField,
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED']),
  display_status: z.string(),
  deleted: z.boolean(),
  countries: z.array(countryField),
  supply_sources: z.array(z.string()),
  currency: currencyField,
  budget_micros: microsField.nullable(),
  daily_budget_micros: microsField.nullable(),
  modified_at: instantField.nullable(),
  /** Who sets bids: `MANUAL_CPT` or `MAX_CONVERSIONS`. Absent in older observations, and where the service does not say. */
  bidding_strategy: z.string().optional(),
  /** Cost of an install that the service aims at where it sets bids. Absent without one, and in older observations. */
  target_cpa_micros: microsField.optional(),
});
export type CampaignSettings = z.infer<typeof campaignField>;

export const adGroupField = z.object({
  ad_group_id: adsIdField,
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED']),
  display_status: z.string(),
  deleted: z.boolean(),
  /** `null`: the ad service sets the bids of the campaign. Older observations have its 0 there. */
  default_bid_micros: microsField.nullable(),
  cpa_goal_micros: microsField.nullable(),
  search_match: z.boolean(),
  modified_at: instantField.nullable(),
});
export type AdGroupSettings = z.infer<typeof adGroupField>;

export const keywordField = z.object({
  keyword_id: adsIdField,
  ad_group_id: adsIdField,
  text: z.string(),
  match_type: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  deleted: z.boolean(),
  /** Its own bid; `null` follows the ad group. */
  bid_micros: microsField.nullable(),
  modified_at: instantField.nullable(),
});
export type KeywordSettings = z.infer<typeof keywordField>;

export const adField = z.object({
  ad_id: adsIdField,
  ad_group_id: adsIdField,
  name: z.string(),
  deleted: z.boolean(),
  product_page_name: z.string().nullable(),
  /** What it shows, and whether it is switched on. Absent in older observations. */
  creative_id: adsIdField.optional(),
  /** `CUSTOM_PRODUCT_PAGE`, or an older kind. */
  creative_type: z.string().optional(),
  status: z.enum(['ENABLED', 'PAUSED']).optional(),
});
export type AdSettings = z.infer<typeof adField>;

/** Searches that are not to be bought. */
export const negativeField = z.object({
  negative_id: adsIdField,
  /** `null`: of the whole campaign. */
  ad_group_id: adsIdField.nullable(),
  text: z.string(),
  match_type: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  deleted: z.boolean(),
});
export type NegativeSettings = z.infer<typeof negativeField>;

/** The strategy of campaigns whose bids the ad service sets. */
const setByService = 'MAX_CONVERSIONS';

/** Said where bids and goals of such a campaign are to be changed. */
export const bidsSetMessage = 'Bids of this campaign are set by Apple (Maximize Conversions)';

/** Whether the ad service sets the bids of a campaign; it shows 0 for them, which is no bid. */
export const setsBidsItself = (campaign: Pick<CampaignSettings, 'bidding_strategy'> | null | undefined): boolean =>
  campaign?.bidding_strategy === setByService;

const searchSource = 'APPSTORE_SEARCH_RESULTS';

/** Whether a campaign shows its ads among search results: only there it has keywords. */
export const buysSearches = ({ supply_sources }: Pick<CampaignSettings, 'supply_sources'>): boolean =>
  supply_sources.includes(searchSource);

/** An ad group without the 0 of older observations. */
export const withBid = (adGroup: AdGroupSettings): AdGroupSettings =>
  adGroup.default_bid_micros === 0 ? { ...adGroup, default_bid_micros: null } : adGroup;

/** A keyword without the 0 of older observations. */
export const withOwnBid = (keyword: KeywordSettings): KeywordSettings =>
  keyword.bid_micros === 0 ? { ...keyword, bid_micros: null } : keyword;
