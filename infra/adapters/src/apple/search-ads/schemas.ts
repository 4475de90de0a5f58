import { z } from 'zod';

/**
 * What the ad service (version 5) sends. Sources of its documentation disagree in places and fields come and go with its
 * minor versions, so everything we can do without is optional and unknown fields are ignored.
 */

export const tokenWire = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
export const tokenFailureWire = z.object({ error: z.string(), error_description: z.string().nullish() });

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

const id = z.number().int().nonnegative();
const money = z.object({ amount: z.union([z.string(), z.number()]), currency: z.string() });
const time = z.string().nullish();
export type MoneyWire = z.infer<typeof money>;

export const aclWire = z.object({
  orgId: id,
  orgName: z.string(),
  displayName: z.string().nullish(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paymentModel: z.string().nullish(),
  timeZone: z.string(),
  roleNames: z.array(z.string()).nullish(),
});
export type AclWire = z.infer<typeof aclWire>;

export const campaignWire = z.object({
  id,
  adamId: id,
  name: z.string(),
  status: z.string(),
  displayStatus: z.string().nullish(),
  deleted: z.boolean().nullish(),
  countriesOrRegions: z.array(z.string()).nullish(),
  supplySources: z.array(z.string()).nullish(),
  budgetAmount: money.nullish(),
  dailyBudgetAmount: money.nullish(),
  biddingStrategy: z.string().nullish(),
  modificationTime: time,
});
export type CampaignWire = z.infer<typeof campaignWire>;

export const adGroupWire = z.object({
  id,
  name: z.string(),
  status: z.string(),
  displayStatus: z.string().nullish(),
  deleted: z.boolean().nullish(),
  defaultBidAmount: money.nullish(),
  cpaGoal: money.nullish(),
  automatedKeywordsOptIn: z.boolean().nullish(),
  modificationTime: time,
});
export type AdGroupWire = z.infer<typeof adGroupWire>;

export const keywordWire = z.object({
  id,
  adGroupId: id,
  text: z.string(),
  matchType: z.string(),
  status: z.string(),
  deleted: z.boolean().nullish(),
  bidAmount: money.nullish(),
  modificationTime: time,
});
export type KeywordWire = z.infer<typeof keywordWire>;

export const adWire = z.object({
  id,
  adGroupId: id,
  creativeId: id.nullish(),
  creativeType: z.string().nullish(),
  name: z.string(),
  status: z.string().nullish(),
  deleted: z.boolean().nullish(),
});
export type AdWire = z.infer<typeof adWire>;

export const negativeWire = z.object({
  id,
  adGroupId: id.nullish(),
  text: z.string(),
  matchType: z.string(),
  status: z.string().nullish(),
  deleted: z.boolean().nullish(),
});
export type NegativeWire = z.infer<typeof negativeWire>;

export const creativeWire = z.object({
  id,
  adamId: id.nullish(),
  type: z.string(),
  productPageId: z.string().nullish(),
});
export const productPageWire = z.object({ id: z.string(), name: z.string() });

const metric = z.number().int().nonnegative().nullish();

/** A bucket without activity holds only its date; a missing metric means 0. */
export const reportBucketWire = z.object({
  date: z.string(),
  impressions: metric,
  taps: metric,
  tapInstalls: metric,
  viewInstalls: metric,
  totalInstalls: metric,
  localSpend: money.nullish(),
});
export type ReportBucketWire = z.infer<typeof reportBucketWire>;

export const reportRowWire = z.object({
  metadata: z.object({
    campaignId: id.nullish(),
    adGroupId: id.nullish(),
    keywordId: id.nullish(),
    adId: id.nullish(),
    creativeId: id.nullish(),
    countryOrRegion: z.string().nullish(),
    searchTermText: z.string().max(1000).nullish(),
    searchTermSource: z.string().max(40).nullish(),
  }),
  granularity: z.array(reportBucketWire).nullish(),
  total: reportBucketWire.omit({ date: true }).nullish(),
});
export type ReportRowWire = z.infer<typeof reportRowWire>;

export const reportWire = z.object({
  reportingDataResponse: z.object({ row: z.array(z.unknown()).nullish() }).nullish(),
});

/** A report that is made on order: impression shares. */
export const customReportWire = z.object({
  id,
  name: z.string(),
  state: z.string(),
  downloadUri: z.string().nullish(),
});
export type CustomReportWire = z.infer<typeof customReportWire>;
