import { z } from 'zod';
import {
  amount,
  flag,
  id,
  lenient,
  metrics,
  optionalText,
  optionalTexts,
  reportId,
  searchTermSource,
  searchTermText,
  text,
  time,
} from '../ad-service/wire/lenient.ts';

/** What version 5 of the ad service sends. */

const count = z.coerce.number().int().nonnegative();

export const envelopeWire = z.object({
  data: z.unknown(),
  pagination: z.object({ totalResults: count.nullish(), startIndex: count.nullish() }).nullish(),
});

export const failureWire = z.object({
  error: z.object({
    errors: z.array(
      z.object({
        messageCode: z.coerce.string().catch(''),
        message: z.string().catch(''),
        field: z.string().nullish(),
      }),
    ),
  }),
});

export const aclWire = z.object({
  orgId: id,
  orgName: z.string(),
  displayName: z.string().nullish().catch(null),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paymentModel: z.string().nullish().catch(null),
  timeZone: z.string(),
  roleNames: z.array(z.string()).nullish().catch(null),
});

export const campaignWire = z.object({
  id,
  adamId: id,
  name: text,
  status: text,
  displayStatus: optionalText,
  deleted: flag,
  countriesOrRegions: optionalTexts,
  supplySources: optionalTexts,
  budgetAmount: amount,
  dailyBudgetAmount: amount,
  biddingStrategy: optionalText,
  targetCpa: amount,
  modificationTime: time,
});

export const adGroupWire = z.object({
  id,
  name: text,
  status: text,
  displayStatus: optionalText,
  deleted: flag,
  defaultBidAmount: amount,
  cpaGoal: amount,
  automatedKeywordsOptIn: flag,
  modificationTime: time,
});

export const keywordWire = z.object({
  id,
  adGroupId: id,
  text,
  matchType: text,
  status: text,
  deleted: flag,
  bidAmount: amount,
  modificationTime: time,
});

export const adWire = z.object({
  id,
  adGroupId: id,
  creativeId: lenient(id.nullish()),
  creativeType: optionalText,
  name: text,
  status: optionalText,
  deleted: flag,
});

export const negativeWire = z.object({
  id,
  adGroupId: id.nullish(),
  text,
  matchType: text,
  status: optionalText,
  deleted: flag,
});

export const creativeWire = z.object({
  id,
  adamId: id.nullish(),
  type: z.string(),
  productPageId: z.string().nullish(),
});
export const productPageWire = z.object({ id: z.string(), name: z.string() });

export const reportRowWire = z.object({
  metadata: z.object({
    campaignId: reportId,
    adGroupId: reportId,
    keywordId: reportId,
    adId: reportId,
    creativeId: reportId,
    countryOrRegion: optionalText,
    searchTermText,
    searchTermSource,
  }),
  /** Each bucket is read by itself. */
  granularity: z.array(z.unknown()).nullish(),
  total: lenient(metrics.nullish()),
});
export type ReportRowWire = z.infer<typeof reportRowWire>;

export const reportWire = z.object({
  reportingDataResponse: z.object({ row: z.array(z.unknown()).nullish() }),
});

/** A report that is made on order: impression shares. */
export const customReportWire = z.object({
  id,
  name: z.string(),
  state: z.string(),
  downloadUri: z.string().nullish(),
});
export type CustomReportWire = z.infer<typeof customReportWire>;
