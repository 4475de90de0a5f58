import { z } from 'zod';
import { okSchema } from '../envelope.ts';

/** What Apple suggests; nothing is changed by asking. */
export const suggestionPaths = {
  keywords: '/api/asa/keyword_suggestions',
  budgets: '/api/asa/budget_recommendations',
  targets: '/api/asa/target_recommendations',
  bids: '/api/asa/bid_suggestions',
} as const;

const idQuery = z.string().max(20).optional();
const token = z.string().max(200).optional();
const baseQuery = { application_id: idQuery, asa_organization_id: idQuery, token };

export const keywordSuggestionsQuerySchema = z.strictObject({
  ...baseQuery,
  campaign_id: idQuery.meta({ description: 'Suggests for its countries, in the place of country.' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/)
    .max(600)
    .optional()
    .meta({ description: 'Countries (two letters) joined by commas; without them Apple chooses.' }),
  term: z
    .string()
    .max(80)
    .optional()
    .meta({ description: 'Keywords are suggested around it; without one, for the app as such.' }),
});
export const recommendationsQuerySchema = z.strictObject(baseQuery);
export const bidSuggestionsQuerySchema = z.strictObject({
  ...baseQuery,
  campaign_id: idQuery.meta({ description: 'Campaign whose keywords the bids are of.' }),
  ad_group_id: idQuery.meta({ description: 'Only keywords of this ad group.' }),
});

const source = {
  /** `away`: Apple does not answer now. `absent`: the interface that is spoken has no suggestions. The list is empty then. */
  state: z
    .enum(['read', 'away', 'absent'])
    .meta({ description: 'away: Apple does not answer now. absent: the interface in use has no suggestions.' }),
  read_at: z.string().nullable().meta({ description: 'When Apple was asked; answers are kept for ten minutes.' }),
};

export const keywordSuggestionsResponseSchema = okSchema.extend({
  ...source,
  keywords: z.array(
    z.object({
      text: z.string(),
      popularity: z.number().meta({ description: 'Of searches, 5 to 100; 5 also where Apple knows nothing.' }),
    }),
  ),
});
export type KeywordSuggestionsResponse = z.infer<typeof keywordSuggestionsResponseSchema>;

const recommended = {
  id: z.number(),
  name: z.string(),
  expected_installs: z.number().nullable(),
  expected_spend: z.number().nullable(),
};

export const budgetRecommendationsResponseSchema = okSchema.extend({
  ...source,
  campaigns: z.array(
    z.object({
      ...recommended,
      daily_cap: z.number().nullable().meta({ description: 'As it is set now.' }),
      recommended_daily_cap: z.number(),
    }),
  ),
  currency: z.string(),
});
export type BudgetRecommendationsResponse = z.infer<typeof budgetRecommendationsResponseSchema>;

export const targetRecommendationsResponseSchema = okSchema.extend({
  ...source,
  campaigns: z.array(
    z.object({
      ...recommended,
      target_cpa: z.number().nullable().meta({ description: 'As it is set now.' }),
      recommended_target_cpa: z.number(),
    }),
  ),
  currency: z.string(),
});
export type TargetRecommendationsResponse = z.infer<typeof targetRecommendationsResponseSchema>;

export const bidSuggestionsResponseSchema = okSchema.extend({
  ...source,
  bids: z
    .array(
      z.object({
        ad_group_id: z.number(),
        keyword_id: z.number(),
        cpt_bid: z.number().nullable().meta({ description: 'As it is set now; null follows the ad group.' }),
        suggested_cpt_bid: z.number(),
      }),
    )
    .meta({
      description: 'Keywords without a suggestion are left out; a campaign whose bids Apple sets has none.',
    }),
  currency: z.string(),
});
export type BidSuggestionsResponse = z.infer<typeof bidSuggestionsResponseSchema>;
