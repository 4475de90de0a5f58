import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { base, idField } from '../request-fields.ts';

export const productPagePaths = {
  creatives: '/api/asa/creatives',
  adGroupsCpps: '/api/asa/ad_groups_cpps',
  cppReports: '/api/asa/cpp_reports',
  adGroupsNames: '/api/asa/ad_groups_names',
} as const;

const idQuery = z.string().max(20).optional();
const token = z.string().max(200).optional();
const baseQuery = { application_id: idQuery, asa_organization_id: idQuery, token };

export const creativesQuerySchema = z.strictObject(baseQuery);
const productPageId = z.string().min(1).max(64);
const unusedPages = z.array(z.object({ id: z.string(), name: z.string() }));
/** `product_page_ids`: pages that are to be made usable, of those that the response lists. */
export const syncCreativesBodySchema = z.strictObject({
  ...base,
  product_page_ids: z.array(productPageId).max(100).optional(),
});
export const creativesResponseSchema = okSchema.extend({
  creatives: z.array(
    z.object({
      id: z.number().meta({ description: '0: the default product page.' }),
      name: z.string(),
      state: z.enum(['VALID', 'INVALID']).optional().meta({ description: 'Absent for the default product page.' }),
    }),
  ),
  pages: unusedPages.meta({ description: 'Product pages that no creative uses and nobody picked.' }),
  pending: unusedPages.meta({
    description: 'Picked product pages that Apple Ads still looks at, or that are still sent to it.',
  }),
});
export type CreativesResponse = z.infer<typeof creativesResponseSchema>;
export type Creative = CreativesResponse['creatives'][number];

export const adGroupsCppsQuerySchema = z.strictObject({
  ...baseQuery,
  selected_campaigns: z.string().max(64_000).optional().meta({ description: 'Campaign ids joined by commas.' }),
});
export const adGroupsCppsResponseSchema = okSchema.extend({
  ad_groups: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      campaignId: z.number(),
      campaignName: z.string(),
      creativeId: z.number().meta({ description: '0: the default product page.' }),
      creativeName: z.string(),
      adId: z.number().nullable(),
    }),
  ),
});
export type AdGroupsCppsResponse = z.infer<typeof adGroupsCppsResponseSchema>;
export type AdGroupCpp = AdGroupsCppsResponse['ad_groups'][number];

const creativeIdField = z.union([idField, z.literal(0), z.literal('0')]);

/** `creativeId` is the wish and `adId` what its author saw; names are ignored. Answered like every change of settings. */
export const assignProductPagesBodySchema = z.strictObject({
  ...base,
  ad_groups: z.array(
    z.strictObject({
      id: idField,
      campaignId: idField,
      creativeId: creativeIdField,
      creativeName: z.string().max(255).nullish(),
      adId: idField.nullish(),
      name: z.string().max(200).nullish(),
      campaignName: z.string().max(200).nullish(),
    }),
  ),
  based_on: z
    .record(z.string().regex(/^[1-9]\d{0,15}$/), creativeIdField)
    .optional()
    .meta({
      description:
        'By ad group: the product page its author saw. Of an ad group that names an `adId`, that one counts.',
    }),
});

export const cppReportsQuerySchema = z.strictObject({
  ...baseQuery,
  campaign_id: idQuery,
  creative_id: idQuery,
  from: z.string().max(20).optional(),
  to: z.string().max(20).optional(),
});

/** Money in units of the settings' currency, rates as fractions; undefined ones, and figures that could not be read, are null. */
const nullable = z.number().nullable();
export const cppReportRowSchema = z.object({
  name: z.string(),
  ad_group_id: z.number(),
  default_impressions: nullable,
  cpp_impressions: nullable,
  default_cpt: nullable,
  cpp_cpt: nullable,
  default_ttr: nullable,
  cpp_ttr: nullable,
  default_cr: nullable,
  cpp_cr: nullable,
  default_ir: nullable,
  cpp_ir: nullable,
});
export type CppReportRow = z.infer<typeof cppReportRowSchema>;
export const cppReportsResponseSchema = okSchema.extend({
  rows: z.array(cppReportRowSchema),
  warning: z.string().optional(),
});
export type CppReportsResponse = z.infer<typeof cppReportsResponseSchema>;

export const adGroupsNamesQuerySchema = z.strictObject({ ...baseQuery, campaign_id: idQuery });
export const adGroupsNamesResponseSchema = okSchema.extend({
  ad_groups: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type AdGroupsNamesResponse = z.infer<typeof adGroupsNamesResponseSchema>;
