import type { StoreTransaction } from '../../subscription.events.ts';
import { classOf, isPaid, type TransactionClass } from './transaction-class.ts';

/** A transaction with all that messages said about it so far. */
export interface KnownTransaction {
  readonly facts: StoreTransaction;
  readonly class: TransactionClass;
  readonly purchased_ms: number;
  /** End of the period when we first heard of it: extensions given later are no paid service. */
  readonly first_expires_at: string | null;
  /** Part of the price the store gave back, 0 to 1. */
  readonly refunded_share: number;
  /** When it was given back; `null` while it is not. */
  readonly refunded_at: string | null;
  /** Whether a message said that it took the place of the running period at once. */
  readonly is_upgrade: boolean;
}

export type KnownTransactions = ReadonlyMap<string, KnownTransaction>;

/** Takes a later description in. What it leaves out stays as it was; a replaced transaction stays replaced. */
export function withTransactions(known: KnownTransactions, described: readonly StoreTransaction[]): KnownTransactions {
  const transactions = new Map(known);
  for (const transaction of described) {
    const before = transactions.get(transaction.transaction_id);
    const facts = before === undefined ? transaction : merged(before.facts, transaction);
    transactions.set(transaction.transaction_id, {
      facts,
      class: classOf(facts),
      purchased_ms: Date.parse(facts.purchased_at),
      first_expires_at: before?.first_expires_at ?? transaction.expires_at,
      refunded_share: before?.refunded_share ?? 0,
      refunded_at: before?.refunded_at ?? null,
      is_upgrade: before?.is_upgrade ?? false,
    });
  }
  return transactions;
}

/** Marks a transaction as given back, in part or whole, or as not given back at all (`share` 0). */
export function withRefund(
  known: KnownTransactions,
  transactionId: string,
  refund: { share: number; at: string | null },
): KnownTransactions {
  const before = known.get(transactionId);
  if (before === undefined) return known;
  const refunded_share = Math.min(1, Math.max(0, refund.share));
  return new Map(known).set(transactionId, { ...before, refunded_share, refunded_at: refund.at });
}

/** In the order of purchase; of two bought at once, the one that an upgrade replaced comes first. */
export function byPurchase(known: KnownTransactions): KnownTransaction[] {
  return [...known.values()].sort(comparePurchases);
}

/** The transaction bought last. */
export function newestOf(known: KnownTransactions): KnownTransaction | undefined {
  return lastBought(known, () => true);
}

/** The last transaction that brought money in. */
export function latestChargeOf(known: KnownTransactions): KnownTransaction | undefined {
  return lastBought(known, (transaction) => isPaid(transaction.class));
}

/** Whether the latest charge, or the one-time purchase, is given back. */
export function isTakenBack(known: KnownTransactions): boolean {
  return (latestChargeOf(known)?.refunded_share ?? 0) > 0;
}

// Asked several times for each message, so it scans instead of sorting.
function lastBought(
  known: KnownTransactions,
  counts: (transaction: KnownTransaction) => boolean,
): KnownTransaction | undefined {
  let last: KnownTransaction | undefined;
  for (const transaction of known.values()) {
    if (counts(transaction) && (last === undefined || comparePurchases(last, transaction) < 0)) last = transaction;
  }
  return last;
}

function comparePurchases(a: KnownTransaction, b: KnownTransaction): number {
  if (a.purchased_ms !== b.purchased_ms) return a.purchased_ms - b.purchased_ms;
  if (a.facts.is_upgraded !== b.facts.is_upgraded) return a.facts.is_upgraded ? -1 : 1;
  if (a.is_upgrade !== b.is_upgrade) return a.is_upgrade ? 1 : -1;
  return a.facts.transaction_id < b.facts.transaction_id ? -1 : 1;
}

function merged(before: StoreTransaction, later: StoreTransaction): StoreTransaction {
  const said = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  const facts: StoreTransaction = { ...before, ...Object.fromEntries(said) };
  return { ...facts, is_upgraded: before.is_upgraded || later.is_upgraded };
}
