import { microsFromDecimalString } from '@tapwise/domain';
import { z } from 'zod';

/**
 * How values of the ad service are read. Sources of its documentation disagree in places and fields come and go with its minor
 * versions, so everything we can do without is optional and unknown fields are ignored. Objects are read field by field: one that has no
 * known form is `unreadable`, which is not the same as absent, and hides none of the others.
 */

/** In the place of a value that was there and has no form that is known, or was absent and is always there. */
export const unreadable: unique symbol = Symbol('unreadable');
export type Unreadable = typeof unreadable;

/** In the place of a value that the service never gives: what was stored of it holds. */
export const omitted: unique symbol = Symbol('omitted');
export type Omitted = typeof omitted;

export const lenient = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value): z.infer<Schema> | Unreadable => {
      const read = schema.safeParse(value);
      return read.success ? read.data : unreadable;
    });

/** An object all of whose fields could be read. */
export type Readable<Wire> = {
  [Name in keyof Wire]: Exclude<Wire[Name], Unreadable | Omitted> | OmittedAs<Wire[Name]>;
};
type OmittedAs<Value> = Omitted extends Value ? null : never;

/** An object with `null` for what is omitted. @throws Error naming the fields that could not be read. */
export function readInFull<Wire extends object>(wire: Wire): Readable<Wire> {
  const names = Object.entries(wire).flatMap(([name, value]) => (value === unreadable ? [name] : []));
  if (names.length > 0) throw new Error(`Not readable: ${names.join(', ')}`);
  const entries = Object.entries(wire).map(([name, value]) => [name, value === omitted ? null : value]);
  return Object.fromEntries(entries) as Readable<Wire>;
}

/** A JSON object of unknown fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const id = z.number().int().nonnegative();
const isDecimal = (text: string): boolean => {
  try {
    microsFromDecimalString(text);
    return true;
  } catch {
    return false;
  }
};
/** Amounts are decimal text; a binary fraction is never made of them. */
export const money = z
  .object({
    amount: z.union([z.string(), z.number()]).transform(String).refine(isDecimal),
    currency: z.string().regex(/^[A-Z]{3}$/),
  })
  .transform(({ amount, currency }) => ({ micros: microsFromDecimalString(amount), currency }));
export type MoneyWire = z.infer<typeof money>;

export const amount = lenient(money.nullish());
export const time = lenient(z.string().nullish());
export const text = lenient(z.string());
export const optionalText = lenient(z.string().nullish());
export const optionalTexts = lenient(z.array(z.string()).nullish());
export const flag = lenient(z.boolean().nullish());

/** Counts and ids of reports are numbers; a number written as text is one too. */
export const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().nonnegative());
const metric = lenient(number.nullish());
export const reportId = lenient(number.nullish());

/** A bucket without activity holds only its date; a missing metric means 0. */
export const metrics = z.object({
  impressions: metric,
  taps: metric,
  tapInstalls: metric,
  viewInstalls: metric,
  totalInstalls: metric,
  localSpend: amount,
  tapNewDownloads: metric,
  viewNewDownloads: metric,
  tapRedownloads: metric,
  viewRedownloads: metric,
  tapPreOrdersPlaced: metric,
  viewPreOrdersPlaced: metric,
});
export type MetricsWire = z.infer<typeof metrics>;

/** A row may name its country itself, or each of its buckets. */
export const reportBucketWire = metrics.extend({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  countryOrRegion: optionalText,
});

export const searchTermText = lenient(z.string().max(1000).nullish());
export const searchTermSource = lenient(z.string().max(40).nullish());
