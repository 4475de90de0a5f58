import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { pastInstantField } from './past-view.contract.ts';

/** The report calls and the address each has. */
export const reportCalls = {
  campaigns: '/api/asa/campaigns',
  adgroups: '/api/asa/adgroups',
  keywords: '/api/asa/keywords',
  basic_by_countries: '/api/asa/basic_by_countries',
  all_campaigns_keywords: '/api/asa/all_campaigns_keywords',
} as const;
export type ReportCall = keyof typeof reportCalls;

export const claimTypeSchema = z.enum(['click', 'view', 'total']);
export const keywordGroupSchema = z.literal('keyword');
export const statusFilterSchema = z.enum(['all', 'active', 'paused']);

/** Parameters of a report call; each call takes the ids of the objects above its rows. */
export interface ReportParams {
  application_id: number;
  asa_organization_id: number;
  from: string;
  to: string;
  campaign_id?: number;
  ad_group_id?: number;
  /** Of `all_campaigns_keywords`: ids joined by commas. */
  campaign_ids?: string;
  group?: z.infer<typeof keywordGroupSchema>;
  /** Of `all_campaigns_keywords`: a column, with a minus in front for the largest first; rows to leave out and to give. */
  sort?: string;
  offset?: number;
  limit?: number;
  country?: string;
  claim_type?: z.infer<typeof claimTypeSchema>;
  status?: z.infer<typeof statusFilterSchema>;
  /** Ids of labels joined by commas; not of `basic_by_countries`. */
  labels?: string;
}

/**
 * The same as they are written in an address. All are text here: what each must look like, and which a call needs, is checked
 * by the call itself, so that a refusal names the rule.
 */
export const reportQuerySchema = z.object({
  application_id: z.string().max(20).optional(),
  asa_organization_id: z.string().max(20).optional(),
  from: z.string().max(20).optional().meta({ description: "First day, YYYY-MM-DD in the ad organization's zone." }),
  to: z.string().max(20).optional().meta({ description: 'Last day, included.' }),
  campaign_id: z.string().max(20).optional().meta({ description: 'Needed for ad groups and keywords.' }),
  ad_group_id: z.string().max(20).optional().meta({ description: 'Needed for keywords.' }),
  country: z.string().max(2000).optional().meta({ description: 'all, or ISO 3166 alpha-2 codes joined by commas.' }),
  claim_type: z.string().max(20).optional().meta({ description: 'click (default), view or total.' }),
  status: z.string().max(20).optional().meta({ description: 'all (default), active or paused.' }),
  labels: z.string().max(1000).optional().meta({
    description: 'Ids of labels joined by commas: only objects that have one of them, or are in an object that has.',
  }),
  campaign_ids: z
    .string()
    .max(90_000)
    .optional()
    .meta({ description: 'Ids joined by commas, of all_campaigns_keywords.' }),
  group: z.string().max(20).optional().meta({
    description:
      'keyword, of all_campaigns_keywords: also a row (negative id) for each text in several places; its keywords name it in group_id.',
  }),
  sort: z.string().max(60).optional().meta({
    description:
      'A column, of all_campaigns_keywords: orders the rows, with a minus in front the largest first; what is not known comes last.',
  }),
  offset: z.string().max(10).optional().meta({ description: 'Rows to leave out, of all_campaigns_keywords.' }),
  limit: z.string().max(10).optional().meta({
    description:
      'Rows to give at most, of all_campaigns_keywords: 1 to 1000, 100 with sort or offset alone; totals are those of all rows.',
  }),
  granularity: z.string().max(20).optional().meta({ description: 'day, week or month: items with buckets, no rows.' }),
  format: z
    .string()
    .max(10)
    .optional()
    .meta({ description: 'json (default), or csv: all columns and rows as a file.' }),
  as_of: pastInstantField,
  token: z.string().max(200).optional(),
});

/** Subscriptions of one product by state, and what they brought in; money in the application's currency. */
export const productCountsSchema = z.object({
  count: z.number(),
  trial: z.number(),
  trial_canceled: z.number(),
  billing_issues: z.number(),
  active: z.number(),
  canceled: z.number(),
  refunded: z.number(),
  current_income: z.number().nullable(),
  predicted_income: z.number().nullable(),
});
export type ProductCounts = z.infer<typeof productCountsSchema>;

const cellSchema = z.union([z.number(), z.string(), z.boolean(), z.null()]);
/** A row: its identity, and one cell per column its level has. Not known is `null`, a column a level lacks is absent. */
export const reportRowSchema = z
  .object({
    id: z.number(),
    name: z.string(),
    status: z.string().nullable(),
    labels: z.array(z.number()).optional().meta({ description: 'Ids of the labels of the object itself.' }),
    products: z.record(z.string(), productCountsSchema).optional(),
  })
  .catchall(cellSchema);
export type ReportRow = z.infer<typeof reportRowSchema>;
export const reportTotalsSchema = z
  .object({ products: z.record(z.string(), productCountsSchema).optional() })
  .catchall(cellSchema);
export type ReportTotals = z.infer<typeof reportTotalsSchema>;

/** How fresh each source is, ISO 8601; `null` while nothing has come from it. */
export const asOfSchema = z.object({
  ads: z.string().nullable(),
  sdk: z.string().nullable(),
  store: z.string().nullable(),
  impression_share: z.string().nullable(),
});
export type AsOf = z.infer<typeof asOfSchema>;

export const reportResponseSchema = okSchema.extend({
  rows: z.array(reportRowSchema),
  totals: reportTotalsSchema,
  currency: z.string(),
  as_of: asOfSchema,
  warning: z.string().optional(),
  /** How many rows there are in all, when a window of them was asked for. */
  row_count: z.number().optional(),
  /** True while the organization's first pull is not in the tables yet. */
  processing: z.boolean().optional(),
});
export type ReportResponse = z.infer<typeof reportResponseSchema>;

/** Answer of `basic_by_countries`: a row's id and name are its country. */
export const countryReportResponseSchema = reportResponseSchema.extend({
  rows: z.array(reportRowSchema.omit({ id: true }).extend({ id: z.string() })),
});
