import type { ReportGaps } from '@tapwise/domain';
import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { pastInstantField } from './past-view.contract.ts';
import { asOfSchema, type reportCalls, reportRowSchema, reportTotalsSchema } from './reports.contract.ts';

/** Report calls that also answer in buckets. */
export type SeriesCall = Extract<keyof typeof reportCalls, 'campaigns' | 'adgroups' | 'keywords'>;
export const granularitySchema = z.enum(['day', 'week', 'month']);
export type Granularity = z.infer<typeof granularitySchema>;

/** One bucket: its day, Monday or first of the month, and the chart metrics of the level. */
export const seriesBucketSchema = z.object({ date: z.string() }).catchall(z.union([z.number(), z.string(), z.null()]));
export type SeriesBucket = z.infer<typeof seriesBucketSchema>;
export const seriesItemSchema = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string().nullable(),
  granularity: z.array(seriesBucketSchema),
});
export type SeriesItem = z.infer<typeof seriesItemSchema>;
/** What a warning is made of; see `ReportGaps` of the domain. */
const gapsSchema: z.ZodType<ReportGaps> = z.object({
  unlinked_users: z.number(),
  unknown_sales: z.number(),
  unknown_sales_micros: z.number(),
  unpriced_sales: z.number(),
  unvalued_subscriptions: z.number(),
  untaxed: z.array(z.string()),
  unrated: z.array(z.string()),
  unrated_spend: z.array(z.string()),
  foreign_spend: z.array(z.string()),
  unread_figures: z.boolean(),
  lacks_downloads: z.boolean(),
  ads_problems: z.array(
    z.object({ subject: z.string(), since: z.string(), state: z.enum(['partial', 'failed']), reason: z.string() }),
  ),
  unsure: z.array(z.string()),
  ads_known_from: z.string().nullable(),
  lacks_shares: z.boolean(),
  lacks_search_terms: z.boolean(),
});
export const seriesResponseSchema = okSchema.extend({
  items: z.array(seriesItemSchema),
  currency: z.string(),
  as_of: asOfSchema,
  warning: z.string().optional(),
  gaps: gapsSchema
    .optional()
    .meta({ description: 'What the warning is made of, so that one can be made for several answers.' }),
});
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;

export const monthlyReportPath = '/api/asa/monthly_reports';
/** Without `application_id` all applications; without `asa_organization_id` all organizations. */
export const monthlyQuerySchema = z.object({
  year: z.string().max(10).optional(),
  country: z.string().max(2000).optional(),
  claim_type: z.string().max(20).optional(),
  application_id: z.string().max(20).optional(),
  asa_organization_id: z.string().max(20).optional(),
  as_of: pastInstantField,
  token: z.string().max(200).optional(),
});
export const monthlyRowSchema = reportRowSchema
  .omit({ id: true, name: true, status: true })
  .extend({ month: z.string().meta({ description: 'YYYY-MM' }) });
export type MonthlyRow = z.infer<typeof monthlyRowSchema>;
export const monthlyResponseSchema = okSchema.extend({
  rows: z.array(monthlyRowSchema),
  totals: reportTotalsSchema,
  currency: z.string(),
  as_of: asOfSchema,
  warning: z.string().optional(),
});
export type MonthlyResponse = z.infer<typeof monthlyResponseSchema>;

export const campaignNamesPath = '/api/asa/campaign_names';
export const campaignNamesQuerySchema = z.object({
  application_id: z.string().max(20).optional(),
  asa_organization_id: z.string().max(20).optional(),
  only_with_keywords: z.string().max(10).optional().meta({ description: 'true: campaigns that have keywords.' }),
  as_of: pastInstantField,
  token: z.string().max(200).optional(),
});
export const campaignNamesResponseSchema = okSchema.extend({
  campaigns: z.array(z.object({ id: z.number(), name: z.string(), status: z.string() })),
});
export type CampaignNamesResponse = z.infer<typeof campaignNamesResponseSchema>;
