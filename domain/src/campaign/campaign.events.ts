import { z } from 'zod';
import { defineEvent, type EventOf } from '../shared/define-event.ts';
import { adsIdField, countryField, currencyField, instantField, microsField } from '../shared/fields.ts';

const context = 'campaign';
const stream = 'campaign-<campaignId>';
const scope = { org_id: adsIdField, campaign_id: adsIdField, observed_at: instantField };

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
});
export type AdSettings = z.infer<typeof adField>;

export const campaignObserved = defineEvent({
  type: 'CampaignObserved',
  context,
  stream,
  meaning: 'The ad service showed a campaign with settings we did not know.',
  data: { ...scope, campaign: campaignField },
});

export const adGroupsObserved = defineEvent({
  type: 'AdGroupsObserved',
  context,
  stream,
  meaning: 'Ad groups of the campaign that are new or changed; at most 500 in one event.',
  data: { ...scope, ad_groups: z.array(adGroupField).max(500) },
});

export const keywordsObserved = defineEvent({
  type: 'KeywordsObserved',
  context,
  stream,
  meaning: 'Keywords of the campaign that are new or changed; at most 500 in one event.',
  data: { ...scope, keywords: z.array(keywordField).max(500) },
});

export const adsObserved = defineEvent({
  type: 'AdsObserved',
  context,
  stream,
  meaning: 'Ads (product-page variations) of the campaign that are new or changed; at most 500 in one event.',
  data: { ...scope, ads: z.array(adField).max(500) },
});

export const campaignEvents = [campaignObserved, adGroupsObserved, keywordsObserved, adsObserved] as const;
export type CampaignEvent = EventOf<(typeof campaignEvents)[number]>;
