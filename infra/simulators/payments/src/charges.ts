import type { Notifications } from './notifications.ts';
import { subscriptionWire, transactionWire } from './wire.ts';
import { type Books, instant, periodFrom, type Subscription, type Transaction } from './world.ts';

/** What happens is recorded and notified. */
export interface BillingContext {
  readonly books: Books;
  readonly emit: Notifications['emit'];
}

const retryDays = [1, 3, 5, 7] as const;
const dayMs = 86_400_000;

export const priceOf = ({ books }: BillingContext, id: string) =>
  books.price(id) ?? { id, cents: 0, interval: 'month' as const };

export function notifySubscription(
  { books, emit }: BillingContext,
  name: string,
  subscription: Subscription,
  at: number,
  transactionId?: string,
): void {
  subscription.updated_at = instant(at);
  emit(`subscription.${name}`, subscriptionWire(books, subscription, transactionId ? { transactionId } : {}), at);
}

export function notifyTransaction(
  { books, emit }: BillingContext,
  name: string,
  transaction: Transaction,
  at: number,
): void {
  transaction.updated_at = instant(at);
  emit(`transaction.${name}`, transactionWire(books, transaction), at);
}

export function settle(
  context: BillingContext,
  subscription: Subscription,
  transaction: Transaction,
  at: number,
): void {
  subscription.owed = null;
  transaction.status = 'completed';
  for (const name of ['updated', 'paid', 'completed']) notifyTransaction(context, name, transaction, at);
  if (subscription.status !== 'past_due') return;
  subscription.status = 'active';
  notifySubscription(context, 'updated', subscription, at);
}

function fail(context: BillingContext, subscription: Subscription, transaction: Transaction, at: number): void {
  transaction.status = 'past_due';
  notifyTransaction(context, 'payment_failed', transaction, at);
  if (subscription.status === 'past_due') return;
  notifyTransaction(context, 'past_due', transaction, at);
  subscription.status = 'past_due';
  subscription.owed = { transaction_id: transaction.id, retries: retryDays.map((days) => instant(at + days * dayMs)) };
  for (const name of ['past_due', 'updated']) notifySubscription(context, name, subscription, at);
}

/** A new period, which is charged: it moves before the charge, as at the provider. */
export function charge(context: BillingContext, subscription: Subscription, at: number, name: string): void {
  const { books } = context;
  const price = priceOf(context, subscription.price_id);
  const period = periodFrom(at, price);
  subscription.current_billing_period = period;
  subscription.next_billed_at = period.ends_at;
  notifySubscription(context, name, subscription, at);
  const transaction: Transaction = {
    id: books.newId('txn'),
    status: 'billed',
    subscription_id: subscription.id,
    price_id: price.id,
    custom_data: subscription.custom_data,
    origin: 'subscription_recurring',
    cents: Math.max(0, price.cents - subscription.credit),
    billing_period: period,
    created_at: instant(at),
    updated_at: instant(at),
  };
  subscription.credit = 0;
  books.world.transactions.push(transaction);
  for (const kind of ['created', 'billed']) notifyTransaction(context, kind, transaction, at);
  if (subscription.charges === 'paid') settle(context, subscription, transaction, at);
  else fail(context, subscription, transaction, at);
}

function retry(context: BillingContext, subscription: Subscription, at: number): void {
  const { owed } = subscription;
  const transaction = owed && context.books.transaction(owed.transaction_id);
  if (owed === null || !transaction) return;
  owed.retries.shift();
  if (subscription.charges === 'paid') {
    settle(context, subscription, transaction, at);
    return;
  }
  fail(context, subscription, transaction, at);
  if (owed.retries.length === 0) endCanceled(context, subscription, at);
}

export function endCanceled(context: BillingContext, subscription: Subscription, at: number): void {
  const ended = { status: 'canceled' as const, canceled_at: instant(at), scheduled_change: null, next_billed_at: null };
  Object.assign(subscription, ended, { owed: null, current_billing_period: null });
  notifySubscription(context, 'canceled', subscription, at);
}

export function endPaused(context: BillingContext, subscription: Subscription, at: number): void {
  const ended = { status: 'paused' as const, paused_at: instant(at), scheduled_change: null, next_billed_at: null };
  Object.assign(subscription, ended);
  notifySubscription(context, 'paused', subscription, at);
}

/** Does everything that is due until an instant, in order. @param from What was due before it waits. */
export function runUntil(context: BillingContext, until: number, from = Number.NEGATIVE_INFINITY): void {
  for (;;) {
    const due = context.books.world.subscriptions
      .flatMap((subscription) => nextDue(context, subscription) ?? [])
      .filter(({ at }) => at <= until && at >= from)
      .toSorted((a, b) => a.at - b.at)[0];
    if (due === undefined) return;
    due.run(due.at);
  }
}

function nextDue(
  context: BillingContext,
  subscription: Subscription,
): { readonly at: number; readonly run: (at: number) => void } | undefined {
  const { status, owed, scheduled_change: change, next_billed_at } = subscription;
  const [retryAt] = owed?.retries ?? [];
  if (retryAt !== undefined) return { at: Date.parse(retryAt), run: (at) => retry(context, subscription, at) };
  if (change !== null) {
    const end = change.action === 'pause' ? endPaused : endCanceled;
    return { at: Date.parse(change.effective_at), run: (at) => end(context, subscription, at) };
  }
  if (status !== 'active' || next_billed_at === null) return undefined;
  return { at: Date.parse(next_billed_at), run: (at) => charge(context, subscription, at, 'updated') };
}
