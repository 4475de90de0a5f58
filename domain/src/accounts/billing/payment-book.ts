import type { AdjustmentFact, FactTime, PaymentFact, SubscriptionFact, TransactionFact } from './payment-fact.ts';

/** A fact with what it is ordered by: not the order of arrival, which the provider does not keep. */
interface Timed<Fact> extends FactTime {
  readonly fact: Fact;
  /** Commit position; decides only between facts of the same instants. */
  readonly position: bigint;
}

export interface BookedSubscription {
  readonly subscription_id: string;
  newest: Timed<SubscriptionFact>;
  /** Set once and for all: a cancelled subscription cannot come back. */
  canceled: Timed<SubscriptionFact> | null;
  /** The newest facts, by the time they began to hold. */
  readonly history: Timed<SubscriptionFact>[];
}

export interface BookedTransaction {
  readonly transaction_id: string;
  subscription_id: string | null;
  completed: Timed<TransactionFact> | null;
  /** The earliest failure. */
  failed: Timed<TransactionFact> | null;
}

export interface BookedAdjustment {
  newest: Timed<AdjustmentFact>;
  /** When it began to count. */
  effective_at: string | null;
}

/**
 * Everything that the payment provider said, whatever the order it came in. Whose it is follows from the transactions that we made,
 * so nothing has to be assigned, and what came too early is found as soon as the link is known.
 */
export interface PaymentBook {
  readonly subscriptions: Map<string, BookedSubscription>;
  readonly transactions: Map<string, BookedTransaction>;
  readonly adjustments: Map<string, BookedAdjustment>;
  /** Subscription by a transaction of it. */
  readonly subscriptionByTransaction: Map<string, string>;
  readonly transactionsBySubscription: Map<string, Set<string>>;
  readonly adjustmentsByTransaction: Map<string, Set<string>>;
  /** Instants at which a payment of the subscription failed. */
  readonly failures: Map<string, Set<string>>;
}

export const createPaymentBook = (): PaymentBook => ({
  subscriptions: new Map(),
  transactions: new Map(),
  adjustments: new Map(),
  subscriptionByTransaction: new Map(),
  transactionsBySubscription: new Map(),
  adjustmentsByTransaction: new Map(),
  failures: new Map(),
});

/** Takes a fact in, in place; taking one again changes nothing. */
export function applyFact(book: PaymentBook, fact: PaymentFact, time: FactTime & { position: bigint }): void {
  const { occurred_at, updated_at, position } = time;
  if (fact.kind === 'subscription') applySubscription(book, { fact, occurred_at, updated_at, position });
  else if (fact.kind === 'transaction') applyTransaction(book, { fact, occurred_at, updated_at, position });
  else applyAdjustment(book, { fact, occurred_at, updated_at, position });
}

function applySubscription(book: PaymentBook, timed: Timed<SubscriptionFact>): void {
  const { subscription_id, transaction_id, status, failed } = timed.fact;
  const existing = book.subscriptions.get(subscription_id);
  const subscription = existing ?? { subscription_id, newest: timed, canceled: null, history: [] };
  remember(subscription.history, timed);
  if (isNewer(timed, subscription.newest)) subscription.newest = timed;
  const canceled = subscription.canceled;
  if (status === 'canceled' && (canceled === null || isNewer(timed, canceled))) subscription.canceled = timed;
  book.subscriptions.set(subscription_id, subscription);
  if (transaction_id !== null) link(book, transaction_id, subscription_id);
  if (failed) addTo(book.failures, subscription_id, timed.occurred_at);
}

const factsRemembered = 30;

function remember(history: Timed<SubscriptionFact>[], timed: Timed<SubscriptionFact>): void {
  if (history.some(({ position }) => position === timed.position)) return;
  history.splice(history.findLastIndex((entry) => isNewer(timed, entry)) + 1, 0, timed);
  if (history.length > factsRemembered) history.shift();
}

function applyTransaction(book: PaymentBook, timed: Timed<TransactionFact>): void {
  const { transaction_id, subscription_id, outcome } = timed.fact;
  const existing = book.transactions.get(transaction_id);
  const transaction = existing ?? { transaction_id, subscription_id, completed: null, failed: null };
  transaction.subscription_id ??= subscription_id;
  if (outcome === 'completed' && (transaction.completed === null || isNewer(timed, transaction.completed)))
    transaction.completed = timed;
  if (outcome === 'failed' && (transaction.failed === null || isNewer(transaction.failed, timed)))
    transaction.failed = timed;
  book.transactions.set(transaction_id, transaction);
  if (subscription_id === null) return;
  link(book, transaction_id, subscription_id);
  if (outcome === 'failed') addTo(book.failures, subscription_id, timed.occurred_at);
}

function applyAdjustment(book: PaymentBook, timed: Timed<AdjustmentFact>): void {
  const { adjustment_id, transaction_id } = timed.fact;
  const adjustment = book.adjustments.get(adjustment_id) ?? { newest: timed, effective_at: null };
  if (isNewer(timed, adjustment.newest)) adjustment.newest = timed;
  const { effective_at } = adjustment;
  if (counts(timed.fact) && (effective_at === null || timed.occurred_at < effective_at))
    adjustment.effective_at = timed.occurred_at;
  book.adjustments.set(adjustment_id, adjustment);
  addTo(book.adjustmentsByTransaction, transaction_id, adjustment_id);
}

/** Refunds have to be approved first; a bank's chargeback counts at once. */
export const counts = ({ action, status }: AdjustmentFact): boolean =>
  action === 'refund' ? status === 'approved' : status !== 'rejected';

function isNewer(a: Timed<unknown>, b: Timed<unknown>): boolean {
  if (a.occurred_at !== b.occurred_at) return a.occurred_at > b.occurred_at;
  const first = a.updated_at ?? '';
  const second = b.updated_at ?? '';
  return first === second ? a.position > b.position : first > second;
}

function link(book: PaymentBook, transactionId: string, subscriptionId: string): void {
  if (!book.subscriptionByTransaction.has(transactionId))
    book.subscriptionByTransaction.set(transactionId, subscriptionId);
  addTo(book.transactionsBySubscription, subscriptionId, transactionId);
}

function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, value: string): void {
  const set = sets.get(key) ?? new Set();
  set.add(value);
  sets.set(key, set);
}
