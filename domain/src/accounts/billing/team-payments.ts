import type { BookedAdjustment, BookedSubscription, BookedTransaction, PaymentBook } from './payment-book.ts';

/** A completed or failed payment as it is listed. */
export interface ListedPayment {
  readonly transaction_id: string;
  readonly at: string;
  /** In the smallest unit, as digits. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly state: 'paid' | 'failed' | 'refunded' | 'partly_refunded' | 'charged_back';
}

/** What counts against a transaction. A reversal undoes chargebacks before it, and never a refund. */
interface Corrections {
  /** When the whole of it was taken back. */
  readonly taken_back_at: string | null;
  readonly state: ListedPayment['state'];
}

export function transactionsOf(book: PaymentBook, subscriptionId: string): BookedTransaction[] {
  return [...(book.transactionsBySubscription.get(subscriptionId) ?? [])].flatMap((id) => {
    const transaction = book.transactions.get(id);
    return transaction === undefined ? [] : [transaction];
  });
}

/**
 * The end of the time that was paid for: of completed payments alone, since the provider moves a subscription's own period before it
 * charges.
 */
export function paidUntil(book: PaymentBook, transactions: readonly BookedTransaction[]): string | null {
  let latest: string | null = null;
  for (const { transaction_id, completed } of transactions) {
    const end = completed?.fact.period_ends_at ?? null;
    if (end === null) continue;
    const { taken_back_at } = correctionsOf(book, transaction_id);
    const held = taken_back_at !== null && taken_back_at < end ? taken_back_at : end;
    if (latest === null || held > latest) latest = held;
  }
  return latest;
}

/** First failure after the last payment that was completed; later ones change nothing. */
export function firstFailure(
  book: PaymentBook,
  { subscription_id, newest }: BookedSubscription,
  transactions: readonly BookedTransaction[],
): string | null {
  if (newest.fact.status !== 'past_due') return null;
  const completed = transactions.flatMap((transaction) => transaction.completed?.occurred_at ?? []);
  const paid = completed.toSorted().at(-1) ?? '';
  const failures = [...(book.failures.get(subscription_id) ?? [])].filter((at) => at > paid).toSorted();
  return failures[0] ?? newest.occurred_at;
}

/** The newest first. */
export function paymentsOf(book: PaymentBook, transactions: readonly BookedTransaction[]): ListedPayment[] {
  return transactions
    .flatMap(({ transaction_id, completed, failed }): ListedPayment[] => {
      const timed = completed ?? failed;
      if (timed === null) return [];
      const { amount, currency } = timed.fact;
      const state = completed === null ? 'failed' : correctionsOf(book, transaction_id).state;
      return [{ transaction_id, at: timed.occurred_at, amount, currency, state }];
    })
    .toSorted((a, b) => (a.at === b.at ? compare(a.transaction_id, b.transaction_id) : compare(b.at, a.at)));
}

function correctionsOf(book: PaymentBook, transactionId: string): Corrections {
  const all = [...(book.adjustmentsByTransaction.get(transactionId) ?? [])].flatMap((id) => {
    const adjustment = book.adjustments.get(id);
    return adjustment === undefined ? [] : [adjustment];
  });
  const reversed = timesOf(all, 'chargeback_reverse').at(-1)?.at ?? '';
  const charged = timesOf(all, 'chargeback').filter(({ at }) => at > reversed);
  const refunds = timesOf(all, 'refund');
  const whole = [...charged, ...refunds].filter(({ full }) => full);
  const taken_back_at = whole.toSorted((a, b) => compare(a.at, b.at))[0]?.at ?? null;
  if (charged.length > 0) return { taken_back_at, state: 'charged_back' };
  if (refunds.some(({ full }) => full)) return { taken_back_at, state: 'refunded' };
  return { taken_back_at, state: refunds.length > 0 ? 'partly_refunded' : 'paid' };
}

/** In the order they began to count. */
function timesOf(adjustments: readonly BookedAdjustment[], action: string): { at: string; full: boolean }[] {
  return adjustments
    .filter(({ newest }) => newest.fact.action === action && !voidStates.has(newest.fact.status))
    .flatMap(({ newest, effective_at }) =>
      effective_at === null ? [] : [{ at: effective_at, full: newest.fact.full }],
    )
    .toSorted((a, b) => compare(a.at, b.at));
}

const voidStates: ReadonlySet<string> = new Set(['rejected', 'reversed']);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
