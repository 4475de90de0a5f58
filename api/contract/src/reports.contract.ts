import { z } from 'zod';
import { okSchema } from './envelope.ts';

/** The report calls and the address each has. */
export const reportCalls = {
  campaigns: '/api/asa/campaigns',
  adgroups: '/api/asa/adgroups',
  keywords: '/api/asa/keywords',
} as const;
export type ReportCall = keyof typeof reportCalls;

export const claimTypeSchema = z.enum(['click', 'view', 'total']);
export const statusFilterSchema = z.enum(['all', 'active', 'paused']);

/** Parameters of a report call; each call takes the ids of the objects above its rows. */
export interface ReportParams {
  application_id: number;
  asa_organization_id: number;
  from: string;
  to: string;
  campaign_id?: number;
  ad_group_id?: number;
  country?: string;
  claim_type?: z.infer<typeof claimTypeSchema>;
  status?: z.infer<typeof statusFilterSchema>;
}

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
});
export type ProductCounts = z.infer<typeof productCountsSchema>;

const cellSchema = z.union([z.number(), z.string(), z.boolean(), z.null()]);
/** A row: its identity, and one cell per column its level has. Not known is `null`, a column a level lacks is absent. */
export const reportRowSchema = z
  .object({
    id: z.number(),
    name: z.string(),
    status: z.string().nullable(),
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

export const reportAnswerSchema = okSchema.extend({
  rows: z.array(reportRowSchema),
  totals: reportTotalsSchema,
  currency: z.string(),
  as_of: asOfSchema,
  warning: z.string().optional(),
});
export type ReportAnswer = z.infer<typeof reportAnswerSchema>;
