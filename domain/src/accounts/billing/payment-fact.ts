import { z } from 'zod';
import { instantField } from '../../shared/fields.ts';

/** Ids of the payment provider. */
export const providerId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
/** Smallest unit of a currency, as digits. */
const minorAmount = z.string().regex(/^-?\d{1,18}$/);

const subscriptionFact = z.object({
  kind: z.literal('subscription'),
  subscription_id: providerId,
  /** The transaction that made it; only known from its creation. */
  transaction_id: providerId.nullable(),
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  /** Whether this reports that a payment failed. */
  failed: z.boolean(),
  price_id: providerId.nullable(),
  started_at: instantField.nullable(),
  next_billed_at: instantField.nullable(),
  scheduled: z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: instantField }).nullable(),
  paused_at: instantField.nullable(),
  canceled_at: instantField.nullable(),
});

const transactionFact = z.object({
  kind: z.literal('transaction'),
  transaction_id: providerId,
  subscription_id: providerId.nullable(),
  outcome: z.enum(['completed', 'failed', 'past_due', 'open']),
  /** The time that it pays for. */
  period_ends_at: instantField.nullable(),
  amount: minorAmount.nullable(),
  currency: z.string().max(10).nullable(),
});

const adjustmentFact = z.object({
  kind: z.literal('adjustment'),
  adjustment_id: providerId,
  transaction_id: providerId,
  action: z.string().max(40),
  status: z.string().max(40),
  /** Of the whole transaction. */
  full: z.boolean(),
});

/** What the payment provider says about one thing at one instant, in our words; nothing personal is in it. */
export const paymentFactField = z.discriminatedUnion('kind', [subscriptionFact, transactionFact, adjustmentFact]);
export type PaymentFact = z.infer<typeof paymentFactField>;
export type SubscriptionFact = z.infer<typeof subscriptionFact>;
export type TransactionFact = z.infer<typeof transactionFact>;
export type AdjustmentFact = z.infer<typeof adjustmentFact>;

/** When the provider says that a fact began to hold; instants have six decimals, so that texts compare as times do. */
export interface FactTime {
  readonly occurred_at: string;
  readonly updated_at: string | null;
}

/** An instant with six decimals in UTC: the provider sends microseconds, and two of its events may share a millisecond. */
export function exactInstant(text: string): string {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  const seconds = new Date(Math.floor(Date.parse(text) / 1000) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}
