import { microsFromDecimalString } from '@tapwise/domain';
import { z } from 'zod';

/**
 * What the ad service (version 5) sends. Sources of its documentation disagree in places and fields come and go with its
 * minor versions, so everything we can do without is optional and unknown fields are ignored. Objects are read field by field: one
 * that has no known form is `unreadable`, which is not the same as absent, and hides none of the others.
 */

/** In the place of a value that was there and has no form that is known, or was absent and is always there. */
export const unreadable: unique symbol = Symbol('unreadable');
export type Unreadable = typeof unreadable;

const lenient = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value): z.infer<Schema> | Unreadable => {
      const read = schema.safeParse(value);
      return read.success ? read.data : unreadable;
    });

/** An object all of whose fields could be read. */
export type Readable<Wire> = { [Name in keyof Wire]: Exclude<Wire[Name], Unreadable> };

/** @throws Error naming the fields of an object that could not be read. */
export function readInFull<Wire extends object>(wire: Wire): Readable<Wire> {
  const names = Object.entries(wire).flatMap(([name, value]) => (value === unreadable ? [name] : []));
  if (names.length > 0) throw new Error(`Not readable: ${names.join(', ')}`);
  return wire as Readable<Wire>;
}

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
const isDecimal = (text: string): boolean => {
  try {
    microsFromDecimalString(text);
    return true;
  } catch {
    return false;
  }
};
/** Amounts are decimal text; a binary fraction is never made of them. */
const money = z
  .object({
    amount: z.union([z.string(), z.number()]).transform(String).refine(isDecimal),
    currency: z.string().regex(/^[A-Z]{3}$/),
  })
  .transform(({ amount, currency }) => ({ micros: microsFromDecimalString(amount), currency }));
export type MoneyWire = z.infer<typeof money>;
const amount = lenient(money.nullish());
const time = lenient(z.string().nullish());
const text = lenient(z.string());
const optionalText = lenient(z.string().nullish());
const optionalTexts = lenient(z.array(z.string()).nullish());
const flag = lenient(z.boolean().nullish());

export const aclWire = z.object({
  orgId: id,
  orgName: z.string(),
  displayName: z.string().nullish().catch(null),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paymentModel: z.string().nullish().catch(null),
  timeZone: z.string(),
  roleNames: z.array(z.string()).nullish().catch(null),
});
export type AclWire = z.infer<typeof aclWire>;

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
  modificationTime: time,
});
export type CampaignWire = z.infer<typeof campaignWire>;

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
export type AdGroupWire = z.infer<typeof adGroupWire>;

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
export type KeywordWire = z.infer<typeof keywordWire>;

export const adWire = z.object({
  id,
  adGroupId: id,
  creativeId: lenient(id.nullish()),
  creativeType: optionalText,
  name: text,
  status: optionalText,
  deleted: flag,
});
export type AdWire = z.infer<typeof adWire>;

export const negativeWire = z.object({
  id,
  adGroupId: id.nullish(),
  text,
  matchType: text,
  status: optionalText,
  deleted: flag,
});
export type NegativeWire = z.infer<typeof negativeWire>;

export const creativeWire = z.object({
  id,
  adamId: id.nullish(),
  type: z.string(),
  productPageId: z.string().nullish(),
});
export const productPageWire = z.object({ id: z.string(), name: z.string() });

/** Counts and ids of reports are numbers; a number written as text is one too. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().nonnegative());
const metric = lenient(number.nullish());
const reportId = lenient(number.nullish());

/** A bucket without activity holds only its date; a missing metric means 0. */
const metrics = z.object({
  impressions: metric,
  taps: metric,
  tapInstalls: metric,
  viewInstalls: metric,
  totalInstalls: metric,
  localSpend: amount,
});
export type MetricsWire = z.infer<typeof metrics>;

export const reportBucketWire = metrics.extend({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}/) });

export const reportRowWire = z.object({
  metadata: z.object({
    campaignId: reportId,
    adGroupId: reportId,
    keywordId: reportId,
    adId: reportId,
    creativeId: reportId,
    countryOrRegion: optionalText,
    searchTermText: lenient(z.string().max(1000).nullish()),
    searchTermSource: lenient(z.string().max(40).nullish()),
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
