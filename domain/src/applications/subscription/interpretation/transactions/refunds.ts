import type { StoreNotification } from '../../subscription.decider.ts';
import type { StoreTransaction } from '../../subscription.events.ts';
import type { NotificationRow } from '../notifications/notification-row.ts';
import {
  byPurchase,
  type ClassifiedTransactions,
  withoutRefunds,
  withRefund,
  withTransactions,
} from './classified-transactions.ts';
import { isPurchased } from './ownership.ts';

/** Takes in what a message says about money given back, whatever the message is mainly about. */
export function applyRefunds(
  existing: ClassifiedTransactions,
  message: StoreNotification,
  row: NotificationRow,
): ClassifiedTransactions {
  let transactions = existing;
  if (row.status === 'give_back') {
    for (const { transaction_id } of message.transactions) {
      transactions = withoutRefunds(transactions, transaction_id);
    }
    return transactions;
  }
  const named = row.status === 'take_back' ? refundedBy(message) : [];
  for (const transaction of message.transactions) {
    const { transaction_id, revoked_at, revocation_share: share } = transaction;
    const isNamed = named.includes(transaction_id);
    if (!isNamed && !isRevoked(transaction)) continue;
    // Only the refund's own message can tell another refund from one of which the store did not say when it was.
    const isUndated = transactions.get(transaction_id)?.refunds.some((refund) => refund.revoked_at === null);
    if (!isNamed && isUndated) continue;
    transactions = withRefund(transactions, transaction_id, { revoked_at, share, signed_at: message.signed_at });
  }
  return transactions;
}

/** Ids of the transactions a refund message is about: those marked as revoked, else the newest one, in order of purchase. */
export function refundedBy(message: StoreNotification): string[] {
  const transactions = ownTransactions(message);
  const revoked = transactions.filter(isRevoked);
  return (revoked.length > 0 ? revoked : transactions.slice(-1)).map((transaction) => transaction.transaction_id);
}

/** The message's transactions that its user bought, in the order of purchase. */
export function ownTransactions(message: StoreNotification): StoreTransaction[] {
  const purchased = message.transactions.filter(isPurchased);
  return purchased.length < 2
    ? purchased
    : byPurchase(withTransactions(new Map(), purchased)).map((transaction) => transaction.facts);
}

// A transaction an upgrade replaced is closed by the store too, but no money was given back for it.
function isRevoked(transaction: StoreTransaction): boolean {
  const { revoked_at, is_upgraded, revocation_type } = transaction;
  return revoked_at !== null && !is_upgraded && revocation_type !== 'FAMILY_REVOKE';
}
