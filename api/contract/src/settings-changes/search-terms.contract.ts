import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { amountField, base, idField, ofCampaign } from '../request-fields.ts';

export const searchTermPaths = {
  filterSkag: '/api/asa/filter_skag',
  filterDiscovery: '/api/asa/filter_discovery',
  hide: '/api/asa/search_terms/hide',
} as const;

const idQuery = z.string().max(20).optional();
/** All are text here: what each must look like is checked by the call itself, so that a refusal names the rule. */
export const searchTermsQuerySchema = z.strictObject({
  application_id: idQuery,
  asa_organization_id: idQuery,
  campaign_id: idQuery,
  from: z.string().max(20).optional().meta({
    description: 'First day, YYYY-MM-DD; one year ago unless given. Another day is answered from daily figures.',
  }),
  min_impressions: z.string().max(20).optional().meta({ description: 'At least; 10 is the least possible.' }),
  token: z.string().max(200).optional(),
});

/** Ratios are fractions; money is in units of `settings_currency`; null is a figure that could not be read. */
export const searchTermSchema = z.object({
  text: z.string(),
  impressions: z.number().nullable(),
  taps: z.number().nullable(),
  installs: z.number().nullable(),
  spend: z.number().nullable(),
  ttr: z.number().nullable(),
  cr: z.number().nullable(),
  adGroupId: z.number(),
  adGroupName: z.string().nullable(),
  keyword: z.string().nullable(),
  keywordId: z.number().nullable(),
  source: z.literal('Search Match').nullable(),
  known: z.boolean().meta({ description: 'Already bought: a keyword may not be added.' }),
  choice: z.union([z.literal(1), z.literal(3)]).meta({ description: 'Preset: 1 none, 3 minus.' }),
  note: z.string().nullable(),
});
export type SearchTerm = z.infer<typeof searchTermSchema>;

export const searchTermsResponseSchema = okSchema.extend({
  search_terms: z.array(searchTermSchema),
  as_of: z.string().nullable().meta({ description: 'When the figures were asked for; null before the first time.' }),
  settings_currency: z.string(),
  skag_campaign_id: z
    .number()
    .nullable()
    .optional()
    .meta({ description: 'Of a discovery campaign: the SKAG campaign for most of its countries; null without one.' }),
  warning: z.string().optional(),
});
export type SearchTermsResponse = z.infer<typeof searchTermsResponseSchema>;

/** A list, or one text with one entry in each line or between commas. */
const keywordList = z.union([z.array(z.string().max(4000)).max(200_000), z.string().max(2_000_000)]);

/** The first request, or, with `offset`, a question about its progress. */
export const filterDiscoveryBodySchema = z.strictObject({
  ...base,
  discovery_campaign_id: idField.nullish(),
  skag_campaign_id: idField.nullish(),
  skag_keywords: keywordList.nullish(),
  negative_keywords: keywordList.nullish(),
  cpt: amountField.nullish(),
  cpa: amountField.nullish(),
  devices: z.string().max(20).nullish().meta({ description: 'null, iphone or ipad.' }),
  audience: z.string().max(20).nullish().meta({ description: 'null, new or returning.' }),
  request_id: z.uuid().optional(),
  campaign_id: idField.nullish(),
  offset: z.union([z.number(), z.string().max(20)]).optional(),
});

export const hideSearchTermsBodySchema = z.strictObject({
  ...ofCampaign,
  ad_group_id: idField.nullish().meta({ description: 'Where the term is shown by ad group.' }),
  texts: z.array(z.string().min(1).max(200)),
});
export const hideSearchTermsResponseSchema = okSchema.extend({ hidden: z.number() });
