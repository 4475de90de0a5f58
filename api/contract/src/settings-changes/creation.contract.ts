import { z } from 'zod';
import { okSchema } from '../envelope.ts';

/** Paths of calls that create campaigns and keywords in the background, and of what is known about that. */
export const creationPaths = {
  skagCampaign: '/api/asa/skag_campaign',
  skagCampaignBulk: '/api/asa/skag_campaign_bulk',
  skagKeywords: '/api/asa/skag_campaign/keyword',
  discoveryCampaign: '/api/asa/discovery_campaign',
  creations: '/api/asa/creations',
  cancel: '/api/asa/creations/cancel',
  continue: '/api/asa/creations/continue',
} as const;

const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .refine((text) => Number.isSafeInteger(Number(text)));
const idField = z.union([z.number().int().positive().max(Number.MAX_SAFE_INTEGER), idText]);
/** As it was entered; what is no amount is refused in the words of its field. */
const amountField = z.union([z.number(), z.string().max(40)]).nullish();
/** A list, or text that is split at commas and line ends. */
const wordsField = z.union([z.array(z.string().max(4000)).max(200_000), z.string().max(4_000_000)]);
const text = (most: number) => z.string().max(most).nullish();

export const invoiceDetailsSchema = z.strictObject({
  buyerName: text(200),
  buyerEmail: text(320),
  billingContactEmail: text(320),
});

/**
 * What every call that creates may carry. With `offset` it is a continuation: a question about the progress of the creation, found by
 * `request_id`, else the newest one of the same call in `campaign_id`.
 */
export const creationBase = {
  application_id: idField.nullish(),
  asa_organization_id: idField.nullish(),
  token: z.string().max(200).optional(),
  comment: z.string().max(500).optional().meta({ description: 'Kept with the change; no personal data.' }),
  confirm_guardrails: z.boolean().optional(),
  request_id: z.uuid().optional().meta({ description: 'The same id never creates twice.' }),
  offset: z.union([z.number(), z.string().max(20)]).optional(),
};
const bids = { cpt: amountField, cpa: amountField };
const aimed = {
  devices: z.string().max(20).nullish().meta({ description: '`iphone`, `ipad` or null.' }),
  audience: z.string().max(20).nullish().meta({ description: '`new`, `returning` or null.' }),
};
const campaign = {
  campaign_id: idField.nullish(),
  name: text(4000),
  countries: z.array(z.string().max(20)).max(1000).nullish(),
  budget_amount: amountField,
  daily_budget_amount: amountField,
  locInvoiceDetails: invoiceDetailsSchema.nullish(),
  automation_enabled: z.boolean().nullish(),
};

export const skagCampaignBodySchema = z.strictObject({
  ...creationBase,
  ...campaign,
  ...bids,
  ...aimed,
  keywords: wordsField.nullish(),
  negative_keywords: wordsField.nullish(),
});
export const skagCampaignBulkBodySchema = z.strictObject({
  ...creationBase,
  template: text(4_000_000),
  locInvoiceDetails: invoiceDetailsSchema.nullish(),
  campaign_id: idField.nullish(),
  totalKeywords: z.number().nullish(),
});
/** Adding keywords to a SKAG campaign, and the decisions of its search-term filter. */
export const skagKeywordsBodySchema = z.strictObject({
  ...creationBase,
  campaign_id: idField.nullish(),
  ...bids,
  ...aimed,
  keywords: wordsField.nullish(),
  negative_keywords: wordsField.nullish(),
  negative_keywords_for_ad_groups: z
    .record(idText, wordsField)
    .nullish()
    .meta({ description: 'Exact negatives by ad group id.' }),
});
export const discoveryCampaignBodySchema = z.strictObject({
  ...creationBase,
  ...campaign,
  ...bids,
  search_match: z.boolean().nullish(),
  keywords: wordsField.nullish(),
  negative_keywords: wordsField.nullish(),
});
export const discoveryKeywordsBodySchema = z.strictObject({
  ...creationBase,
  campaign_id: idField.nullish(),
  cpt: amountField,
  keywords: wordsField.nullish(),
  negative_keywords: wordsField.nullish(),
});

/** Why an entry of a list cannot be used. `text` is the entry as it was sent. */
export const badKeywordSchema = z.object({
  list: z.enum(['keywords', 'negative_keywords', 'negative_keywords_for_ad_groups']),
  text: z.string(),
  message: z.string(),
  code: z.enum(['too_long', 'bad_characters', 'empty', 'would_block', 'blocked', 'refused_by_apple']),
});
export const badKeywordsSchema = z.object({
  keywords: z.array(z.string()),
  negativeKeywords: z.array(z.string()),
  reasons: z.array(badKeywordSchema),
});
export type BadKeywords = z.infer<typeof badKeywordsSchema>;

/** A line of a template that cannot be used; line 1 is the header. */
export const badTemplateLineSchema = z.object({
  line: z.number(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
});
export type BadTemplateLine = z.infer<typeof badTemplateLineSchema>;

/** With `offset` the creation goes on: ask again. Without it, it has ended. */
export const creationResponseSchema = okSchema.extend({
  request_id: z.string(),
  campaign_id: z.number().nullable(),
  offset: z.number().optional().meta({ description: 'Leading entries of the list as sent that are done.' }),
  total: z.number().optional(),
  totalKeywords: z.number().optional(),
  queued: z.literal(true).optional().meta({ description: 'The engine is away; it begins when that is back.' }),
  created: z.number().optional(),
  skipped: z.number().optional(),
  duplicates: z.number().optional(),
  change_id: z.string().optional(),
  campaign_ids: z.array(z.number()).optional(),
  details: badKeywordsSchema.optional(),
  warning: z.string().optional(),
});
export type CreationResponse = z.infer<typeof creationResponseSchema>;

export const creationStates = ['queued', 'running', 'stopped', 'completed', 'failed', 'cancelled'] as const;
export const creationKinds = ['skag', 'bulk', 'discovery', 'keywords', 'filter'] as const;
export const creationSchema = z.object({
  request_id: z.string(),
  change_id: z.string().optional().meta({ description: 'What its rows are listed by in the changes.' }),
  kind: z.enum(creationKinds),
  asa_organization_id: z.number(),
  name: z.string(),
  campaign_id: z.number().nullable(),
  offset: z.number(),
  total: z.number(),
  state: z.enum(creationStates),
  created: z.number(),
  skipped: z.number(),
  duplicates: z.number(),
  error_message: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Creation = z.infer<typeof creationSchema>;

export const creationsQuerySchema = z.strictObject({
  application_id: z.string().max(20).optional(),
  token: z.string().max(200).optional(),
});
export const creationsResponseSchema = okSchema.extend({ creations: z.array(creationSchema) });
export type CreationsResponse = z.infer<typeof creationsResponseSchema>;
export const creationStepBodySchema = z.strictObject({
  application_id: idField,
  request_id: z.uuid(),
  token: z.string().max(200).optional(),
});
export const creationStepResponseSchema = okSchema.extend({ creation: creationSchema });
