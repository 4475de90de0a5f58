import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { asOfSchema, reportQuerySchema } from './reports.contract.ts';

/**
 * Where one number of a report comes from. Takes the parameters of the report, `call` (its name), `row` (the row's id, or
 * `totals`) and `column`.
 */
export const explanationPath = '/api/asa/explanation';
export const explanationQuerySchema = reportQuerySchema.extend({
  call: z.string().max(40).optional(),
  row: z.string().max(20).optional().meta({ description: "The row's id, or totals." }),
  column: z.string().max(40).optional(),
});
const money = z.number().nullable();

/** Subscriptions of one kind inside a predicted sum: what they brought, and what they are expected to bring. */
export const incomePartSchema = z.object({
  kind: z.enum(['intro', 'one_time', 'ended', 'active', 'trial', 'billing_issues']),
  count: z.number(),
  received: money,
  remaining: money,
});
export type IncomePart = z.infer<typeof incomePartSchema>;

export const explanationResponseSchema = okSchema.extend({
  column: z.string(),
  value: z.number().nullable(),
  /** What the column is made of, by catalogue quantity. */
  terms: z.array(z.object({ quantity: z.string(), value: z.number().nullable() })),
  counted: z.array(z.object({ quantity: z.string(), value: z.number().nullable() })),
  /** Of columns with income: adds up to the income. */
  parts: z.array(incomePartSchema),
  /**
   * Of columns with income: what upgrades in mid-period took back, by our estimate, of how many payments. The store gives it back
   * without a message, so the parts are without it. `null` where none did.
   */
  estimated: z.object({ charges: z.number(), taken_back: z.number() }).nullable(),
  /** Set when the row has more active subscriptions than the explanation adds up; its remaining sums and band are of those. */
  cut: z.object({ listed: z.number(), live: z.number() }).nullable(),
  /** Of predicted columns: 80 % band in the column's unit. */
  band: z.object({ low: z.number(), high: z.number() }).nullable(),
  models: z.array(
    z.object({
      product_id: z.string(),
      fitted_at: z.string().nullable(),
      trials: z.number(),
      confidence: z.enum(['high', 'medium', 'low']),
      constant_tail: z.boolean(),
    }),
  ),
  /** Taxes, fees and rates that were applied, fractions and units of the answer's currency for one. */
  vat: z.array(z.object({ country: z.string(), rate: z.number() })),
  fees: z.array(z.number()),
  rates: z.array(z.object({ currency: z.string(), rate: z.number(), day: z.string() })),
  /** Of impression shares: the first day of which they are exact, where those of earlier days are the middle of a range of 10 %. */
  exact_since: z.string().nullable(),
  currency: z.string(),
  as_of: asOfSchema,
});
export type ExplanationResponse = z.infer<typeof explanationResponseSchema>;
