import { z } from 'zod';
import { adsIdField, countryField, microsField } from '../../shared/fields.ts';

/** Calls that create in the background; continuations are found by them. */
export const creationCalls = [
  'skag_campaign',
  'skag_campaign_bulk',
  'skag_keywords',
  'discovery_campaign',
  'discovery_keywords',
  'filter_discovery',
  /** No call: a rule that people wrote. */
  'rule',
] as const;
export type CreationCall = (typeof creationCalls)[number];

/** What is made, as lists of creations show it. */
export const creationKinds = ['skag', 'bulk', 'discovery', 'keywords', 'filter'] as const;
export type CreationKind = (typeof creationKinds)[number];

/** A campaign that is made, or that is there and gets more. Amounts in micros of the organization's currency. */
export const campaignPlanField = z.object({
  /** `null`: it is to be made. */
  campaign_id: adsIdField.nullable(),
  name: z.string(),
  kind: z.enum(['skag', 'discovery']),
  countries: z.array(countryField),
  daily_budget_micros: microsField.nullable(),
  budget_micros: microsField.nullable(),
  /** EXACT keywords get an ad group each; BROAD ones share one. */
  match: z.enum(['EXACT', 'BROAD']),
  bid_micros: microsField.nullable(),
  cpa_goal_micros: microsField.nullable(),
  device: z.enum(['iphone', 'ipad']).nullable(),
  audience: z.enum(['new', 'returning']).nullable(),
  /** An ad group without keywords that Search Match serves. */
  search_match: z.boolean(),
  /** A rule that watches its search terms is stored. */
  automation: z.boolean(),
  /** Ad group that holds the broad keywords; `null`: none is known. */
  broad_ad_group_id: adsIdField.nullable(),
  /** Ad group that takes the EXACT keywords; absent: each gets one of its own. */
  exact_ad_group_id: adsIdField.optional(),
});
export type CampaignPlan = z.infer<typeof campaignPlanField>;

/** A keyword of the list as it was sent, copies included. */
export const plannedKeywordField = z.object({
  text: z.string(),
  /** As it was sent, where that is not the text. */
  sent: z.string().optional(),
  /** Place of its campaign among the plans. */
  campaign: z.number().int().nonnegative(),
  /** Own bid and goal, where they are not the campaign's. */
  bid_micros: microsField.optional(),
  cpa_goal_micros: microsField.nullable().optional(),
  /** The same text was earlier in the list: nothing is done. */
  copy: z.literal(true).optional(),
  /** It exists already; `paused`: it, or its ad group, is switched on again with the bid given. */
  there: z.object({ ad_group_id: adsIdField, keyword_id: adsIdField, paused: z.boolean() }).optional(),
});
export type PlannedKeyword = z.infer<typeof plannedKeywordField>;

/** An exact negative. */
export const plannedNegativeField = z.object({
  text: z.string(),
  sent: z.string().optional(),
  campaign: z.number().int().nonnegative(),
  /** `null`: of the whole campaign. */
  ad_group_id: adsIdField.nullable(),
  /** Place of the keyword that must exist before: buy first, block after. */
  after: z.number().int().nonnegative().optional(),
});
export type PlannedNegative = z.infer<typeof plannedNegativeField>;

/** How a keyword of the list ended. `there` existed before, `enabled` had been paused. */
export const keywordOutcomeField = z.object({
  position: z.number().int().nonnegative(),
  outcome: z.enum(['created', 'there', 'enabled', 'refused']),
  ad_group_id: adsIdField.nullable(),
  keyword_id: adsIdField.nullable(),
  /** Apple's words, or what else is to be said. */
  message: z.string().nullable(),
});
export type KeywordOutcome = z.infer<typeof keywordOutcomeField>;

/** How a negative ended. `dropped`: its keyword does not exist, so the term must not be blocked. */
export const negativeOutcomeField = z.object({
  index: z.number().int().nonnegative(),
  outcome: z.enum(['added', 'there', 'refused', 'dropped']),
  negative_id: adsIdField.nullable(),
  message: z.string().nullable(),
});
export type NegativeOutcome = z.infer<typeof negativeOutcomeField>;
