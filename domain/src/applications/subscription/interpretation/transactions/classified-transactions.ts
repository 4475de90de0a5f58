import type { StoreTransaction } from '../../subscription.events.ts';
import { classOf, isPaid, type TransactionClass } from './transaction-class.ts';

/** One refund of a transaction. Several parts of one price may be given back, each at another instant. */
export interface ReportedRefund {
  /** When the store revoked the transaction; `null` when it did not say. */
  readonly revoked_at: string | null;
  /** Part of the price, 0 to 1. */
  readonly share: number;
  readonly at: string;
}

/** A transaction with all that messages said about it so far. */
export interface ClassifiedTransaction {
  readonly facts: StoreTransaction;
  readonly class: TransactionClass;
  readonly purchased_ms: number;
  /** End of the period when we first heard of it: extensions given later are no paid service. */
  readonly first_expires_at: string | null;
  /** Refunds of it that the store reported. */
  readonly refunds: readonly ReportedRefund[];
  /** Part of the price the store gave back in all of them, 0 to 1. */
  readonly refunded_share: number;
  /** When the last part was given back; `null` while none is. */
  readonly refunded_at: string | null;
  /** Whether a message said that it took the place of the running period at once. */
  readonly is_upgrade: boolean;
}

export type ClassifiedTransactions = ReadonlyMap<string, ClassifiedTransaction>;

/** Takes a later description in. What it leaves out stays as it was; a replaced transaction stays replaced. */
export function withTransactions(
  existing: ClassifiedTransactions,
  described: readonly StoreTransaction[],
): ClassifiedTransactions {
  const transactions = new Map(existing);
  for (const transaction of described) {
    const before = transactions.get(transaction.transaction_id);
    const facts = before === undefined ? transaction : merged(before.facts, transaction);
    transactions.set(transaction.transaction_id, {
      facts,
      class: classOf(facts),
      purchased_ms: Date.parse(facts.purchased_at),
      first_expires_at: before?.first_expires_at ?? transaction.expires_at,
      refunds: before?.refunds ?? [],
      refunded_share: before?.refunded_share ?? 0,
      refunded_at: before?.refunded_at ?? null,
      is_upgrade: before?.is_upgrade ?? false,
    });
  }
  return transactions;
}

/**
 * Adds a refund of a transaction. The same one again changes its share at most; others add up, to the whole price at most.
 * @param refund `share` is `null` when the message does not say which part: what is known of the same refund, else the whole.
 */
export function withRefund(
  existing: ClassifiedTransactions,
  transactionId: string,
  refund: { revoked_at: string | null; share: number | null; signed_at: string },
): ClassifiedTransactions {
  const before = existing.get(transactionId);
  if (before === undefined) return existing;
  const { revoked_at } = refund;
  const same = before.refunds.find((other) => other.revoked_at === revoked_at);
  const share = Math.min(1, Math.max(0, refund.share ?? same?.share ?? 1));
  const others = before.refunds.filter((other) => other !== same);
  const refunds = [...others, { revoked_at, share, at: revoked_at ?? refund.signed_at }];
  return new Map(existing).set(transactionId, { ...before, ...sumOf(refunds) });
}

/** Marks a transaction as not given back at all. */
export function withoutRefunds(transactions: ClassifiedTransactions, transactionId: string): ClassifiedTransactions {
  const before = transactions.get(transactionId);
  if (before === undefined || before.refunds.length === 0) return transactions;
  return new Map(transactions).set(transactionId, { ...before, ...sumOf([]) });
}

function sumOf(
  refunds: readonly ReportedRefund[],
): Pick<ClassifiedTransaction, 'refunds' | 'refunded_share' | 'refunded_at'> {
  const sum = refunds.reduce((shares, { share }) => shares + share, 0);
  const last = refunds.map(({ at }) => at).sort((a, b) => Date.parse(a) - Date.parse(b));
  // Shares are hundred-thousandths; their sum is no more exact than they are.
  return { refunds, refunded_share: Math.min(1, Number(sum.toFixed(8))), refunded_at: last.at(-1) ?? null };
}

/** In the order of purchase; of two bought at once, the one that an upgrade replaced comes first. */
export function byPurchase(transactions: ClassifiedTransactions): ClassifiedTransaction[] {
  return [...transactions.values()].sort(comparePurchases);
}

/** The transaction bought last. */
export function newestOf(transactions: ClassifiedTransactions): ClassifiedTransaction | undefined {
  return lastBought(transactions, () => true);
}

/** The last transaction that brought money in. */
export function latestChargeOf(transactions: ClassifiedTransactions): ClassifiedTransaction | undefined {
  return lastBought(transactions, (transaction) => isPaid(transaction.class));
}

/** Whether the latest charge, or the one-time purchase, is given back. */
export function isTakenBack(transactions: ClassifiedTransactions): boolean {
  return (latestChargeOf(transactions)?.refunded_share ?? 0) > 0;
}

// Asked several times for each message, so it scans instead of sorting.
function lastBought(
  transactions: ClassifiedTransactions,
  counts: (transaction: ClassifiedTransaction) => boolean,
): ClassifiedTransaction | undefined {
  let last: ClassifiedTransaction | undefined;
  for (const transaction of transactions.values()) {
    if (counts(transaction) && (last === undefined || comparePurchases(last, transaction) < 0)) last = transaction;
  }
  return last;
}

function comparePurchases(a: ClassifiedTransaction, b: ClassifiedTransaction): number {
  if (a.purchased_ms !== b.purchased_ms) return a.purchased_ms - b.purchased_ms;
  if (a.facts.is_upgraded !== b.facts.is_upgraded) return a.facts.is_upgraded ? -1 : 1;
  if (a.is_upgrade !== b.is_upgrade) return a.is_upgrade ? 1 : -1;
  return a.facts.transaction_id < b.facts.transaction_id ? -1 : 1;
}

function merged(before: StoreTransaction, later: StoreTransaction): StoreTransaction {
  const definedFields = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  const facts: StoreTransaction = { ...before, ...Object.fromEntries(definedFields) };
  return { ...facts, is_upgraded: before.is_upgraded || later.is_upgraded };
}
