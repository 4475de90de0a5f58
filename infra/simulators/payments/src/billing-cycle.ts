import {
  type BillingContext,
  charge,
  endCanceled,
  endPaused,
  notifySubscription,
  notifyTransaction,
  priceOf,
  settle,
} from './charges.ts';
import { adjustmentWire } from './wire.ts';
import { type Adjustment, instant, periodFrom, type Subscription, type Transaction } from './world.ts';

// What people, the seller and the bank do. Instants are milliseconds of the simulated clock.

/** The checkout was paid. */
export function complete(context: BillingContext, transaction: Transaction, at: number): Subscription {
  const { books } = context;
  const period = periodFrom(at, priceOf(context, transaction.price_id));
  const subscription: Subscription = {
    id: books.newId('sub'),
    status: 'active',
    price_id: transaction.price_id,
    started_at: instant(at),
    custom_data: transaction.custom_data,
    next_billed_at: period.ends_at,
    current_billing_period: period,
    scheduled_change: null,
    paused_at: null,
    canceled_at: null,
    updated_at: instant(at),
    charges: 'paid',
    owed: null,
    credit: 0,
  };
  books.world.subscriptions.push(subscription);
  Object.assign(transaction, { status: 'completed', subscription_id: subscription.id, billing_period: period });
  notifyTransaction(context, 'paid', transaction, at);
  notifySubscription(context, 'created', subscription, at, transaction.id);
  notifySubscription(context, 'activated', subscription, at);
  notifyTransaction(context, 'completed', transaction, at);
  return subscription;
}

export function stop(
  context: BillingContext,
  subscription: Subscription,
  action: 'pause' | 'cancel',
  { at, immediately }: { at: number; immediately: boolean },
): void {
  if (immediately) {
    (action === 'pause' ? endPaused : endCanceled)(context, subscription, at);
    return;
  }
  const effective_at = subscription.current_billing_period?.ends_at ?? instant(at);
  subscription.scheduled_change = { action, effective_at, resume_at: null };
  notifySubscription(context, 'updated', subscription, at);
}

export function unschedule(context: BillingContext, subscription: Subscription, at: number): void {
  subscription.scheduled_change = null;
  notifySubscription(context, 'updated', subscription, at);
}

/** A new period begins, which is charged. */
export function resume(context: BillingContext, subscription: Subscription, at: number): void {
  Object.assign(subscription, { status: 'active', paused_at: null });
  charge(context, subscription, at, 'resumed');
}

/**
 * Another price. @param charged The difference at once, else at the next renewal.
 * @returns false when the charge was declined, so that nothing changed.
 */
export function change(
  context: BillingContext,
  subscription: Subscription,
  priceId: string,
  { at, charged }: { at: number; charged: boolean },
): boolean {
  if (charged && subscription.charges === 'declined') return false;
  const due = dueOfChange(context, subscription, priceId, at);
  const from = priceOf(context, subscription.price_id);
  const to = priceOf(context, priceId);
  subscription.price_id = priceId;
  if (!charged) subscription.credit -= due;
  if (charged && from.interval !== to.interval) {
    subscription.current_billing_period = periodFrom(at, to);
    subscription.next_billed_at = subscription.current_billing_period.ends_at;
  }
  notifySubscription(context, 'updated', subscription, at);
  if (!charged) return true;
  const transaction: Transaction = {
    id: context.books.newId('txn'),
    status: 'completed',
    subscription_id: subscription.id,
    price_id: priceId,
    custom_data: subscription.custom_data,
    origin: 'subscription_update',
    cents: Math.max(0, due),
    billing_period: subscription.current_billing_period,
    created_at: instant(at),
    updated_at: instant(at),
  };
  context.books.world.transactions.push(transaction);
  for (const name of ['created', 'paid', 'completed']) notifyTransaction(context, name, transaction, at);
  return true;
}

/** What a change costs, in cents: the rest of the period at the new price less what is left of the old one. */
export function dueOfChange(context: BillingContext, subscription: Subscription, priceId: string, at: number): number {
  const { current_billing_period: period } = subscription;
  const from = priceOf(context, subscription.price_id);
  const to = priceOf(context, priceId);
  if (period === null) return to.cents;
  const start = Date.parse(period.starts_at);
  const end = Date.parse(period.ends_at);
  const left = Math.min(1, Math.max(0, (end - at) / (end - start)));
  return Math.round(from.interval === to.interval ? (to.cents - from.cents) * left : to.cents - from.cents * left);
}

/** A new card: what is owed is collected. */
export function updateCard(context: BillingContext, subscription: Subscription, at: number): void {
  subscription.charges = 'paid';
  const owed = subscription.owed && context.books.transaction(subscription.owed.transaction_id);
  if (owed) settle(context, subscription, owed, at);
}

/** One that waits is decided, else there is a new one. */
export function adjust(
  { books, emit }: BillingContext,
  transaction: Transaction,
  fields: Pick<Adjustment, 'action' | 'status' | 'type'>,
  at: number,
): Adjustment {
  const open = books.world.adjustments.find(
    ({ transaction_id, action, status }) =>
      transaction_id === transaction.id && action === fields.action && status === 'pending_approval',
  );
  const cents = fields.type === 'full' ? transaction.cents : Math.floor(transaction.cents / 2);
  const times = { created_at: instant(at), updated_at: instant(at) };
  const adjustment = open ?? { id: books.newId('adj'), transaction_id: transaction.id, ...fields, cents, ...times };
  if (open === undefined) books.world.adjustments.push(adjustment);
  Object.assign(adjustment, { status: fields.status, updated_at: instant(at) });
  emit(`adjustment.${open === undefined ? 'created' : 'updated'}`, adjustmentWire(adjustment), at);
  return adjustment;
}
