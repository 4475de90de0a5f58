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
});
export type CampaignSettings = z.infer<typeof campaignField>;

export const adGroupField = z.object({
  ad_group_id: adsIdField,
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED']),
  display_status: z.string(),
  deleted: z.boolean(),
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
