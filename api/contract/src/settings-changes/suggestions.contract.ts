import { z } from 'zod';
import { okSchema } from '../envelope.ts';

/** What Apple suggests; nothing is changed by asking. */
export const suggestionPaths = {
  keywords: '/api/asa/keyword_suggestions',
  budgets: '/api/asa/budget_recommendations',
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
export const budgetRecommendationsQuerySchema = z.strictObject(baseQuery);

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

export const budgetRecommendationsResponseSchema = okSchema.extend({
  ...source,
  campaigns: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      daily_cap: z.number().nullable().meta({ description: 'As it is set now.' }),
      recommended_daily_cap: z.number(),
      expected_installs: z.number().nullable(),
      expected_spend: z.number().nullable(),
    }),
  ),
  currency: z.string(),
});
export type BudgetRecommendationsResponse = z.infer<typeof budgetRecommendationsResponseSchema>;
