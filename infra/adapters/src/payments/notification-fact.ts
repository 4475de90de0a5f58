import { exactInstant, type PaymentFact } from '@tapwise/domain';
import { z } from 'zod';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
const instant = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)))
  .transform(exactInstant);

/** What every notification has; more may be there. */
const envelopeSchema = z.object({
  event_id: id,
  event_type: z.string().min(1).max(80),
  occurred_at: instant,
  data: z.looseObject({}),
});

export const subscriptionWire = z.object({
  id,
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  transaction_id: id.nullish(),
  started_at: instant.nullish(),
  next_billed_at: instant.nullish(),
  paused_at: instant.nullish(),
  canceled_at: instant.nullish(),
  scheduled_change: z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: instant }).nullish(),
  items: z.array(z.object({ price: z.object({ id }).nullish() })).default([]),
});

export const transactionWire = z.object({
  id,
  status: z.string(),
  subscription_id: id.nullish(),
  currency_code: z.string().max(10).nullish(),
  billing_period: z.object({ ends_at: instant }).nullish(),
  details: z.object({ totals: z.object({ grand_total: z.string() }) }).nullish(),
});

const adjustmentWire = z.object({
  id,
  transaction_id: id,
  action: z.string().max(40),
  status: z.string().max(40),
  type: z.string().nullish(),
  items: z.array(z.object({ type: z.string().nullish() })).default([]),
});

const updatedAt = z.object({ updated_at: instant });

/** A notification as it is recorded. */
export interface ReadNotification {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly updated_at: string | null;
  readonly fact: PaymentFact | null;
  /** Whether it is of a type that is used, but could not be read. */
  readonly unread: boolean;
}

/** A wrong clock over there must not freeze a state for years. */
const mostAheadMs = 300_000;

/** @returns `undefined` for what is no notification. @param now milliseconds. */
export function readNotification(json: unknown, now: number): ReadNotification | undefined {
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return undefined;
  const { event_id, event_type, data } = envelope.data;
  // Whole minutes, so that the provider's own order of those that are ahead is kept by when each was updated.
  const latest = exactInstant(new Date(Math.floor((now + mostAheadMs) / 60_000) * 60_000).toISOString());
  const earlier = (at: string) => (at < latest ? at : latest);
  const read = factOf(event_type, data);
  const updated = updatedAt.safeParse(data);
  return {
    event_id,
    event_type,
    occurred_at: earlier(envelope.data.occurred_at),
    updated_at: updated.success ? updated.data.updated_at : null,
    fact: read ?? null,
    unread: read === undefined,
  };
}

const subscriptionEvents = ['created', 'activated', 'updated', 'past_due', 'paused', 'resumed', 'canceled', 'trialing'];
const usedSubscriptionTypes: ReadonlySet<string> = new Set(
  [...subscriptionEvents, 'imported'].map((name) => `subscription.${name}`),
);
const outcomes: Readonly<Record<string, 'completed' | 'failed' | 'past_due'>> = {
  'transaction.completed': 'completed',
  'transaction.payment_failed': 'failed',
  'transaction.past_due': 'past_due',
};

/** @returns `null` for types that concern nothing here, `undefined` for what should be readable and is not. */
function factOf(type: string, data: unknown): PaymentFact | null | undefined {
  if (usedSubscriptionTypes.has(type)) {
    const read = subscriptionWire.safeParse(data);
    return read.success ? subscriptionFact(read.data, type === 'subscription.past_due') : undefined;
  }
  const outcome = outcomes[type];
  if (outcome !== undefined) {
    const read = transactionWire.safeParse(data);
    return read.success ? transactionFact(read.data, outcome) : undefined;
  }
  if (type !== 'adjustment.created' && type !== 'adjustment.updated') return null;
  const read = adjustmentWire.safeParse(data);
  return read.success ? adjustmentFact(read.data) : undefined;
}

export function subscriptionFact(wire: z.infer<typeof subscriptionWire>, failed: boolean): PaymentFact {
  const { id: subscription_id, status, scheduled_change: change } = wire;
  return {
    kind: 'subscription',
    subscription_id,
    transaction_id: wire.transaction_id ?? null,
    status,
    failed,
    price_id: wire.items[0]?.price?.id ?? null,
    started_at: wire.started_at ?? null,
    next_billed_at: wire.next_billed_at ?? null,
    scheduled: change == null ? null : { action: change.action, effective_at: change.effective_at },
    paused_at: wire.paused_at ?? null,
    canceled_at: wire.canceled_at ?? null,
  };
}

export function transactionFact(
  wire: z.infer<typeof transactionWire>,
  outcome: Extract<PaymentFact, { kind: 'transaction' }>['outcome'],
): PaymentFact {
  const amount = wire.details?.totals.grand_total;
  return {
    kind: 'transaction',
    transaction_id: wire.id,
    subscription_id: wire.subscription_id ?? null,
    outcome,
    period_ends_at: wire.billing_period?.ends_at ?? null,
    amount: amount !== undefined && /^-?\d{1,18}$/.test(amount) ? amount : null,
    currency: wire.currency_code ?? null,
  };
}

function adjustmentFact(wire: z.infer<typeof adjustmentWire>): PaymentFact {
  const full = wire.type === 'full' || (wire.items.length > 0 && wire.items.every(({ type }) => type === 'full'));
  const { id: adjustment_id, transaction_id, action, status } = wire;
  return { kind: 'adjustment', adjustment_id, transaction_id, action, status, full };
}
