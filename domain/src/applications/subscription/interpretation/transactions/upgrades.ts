import type { StoreNotification } from '../../subscription.decider.ts';
import type { ClassifiedTransaction, ClassifiedTransactions } from './classified-transactions.ts';
import { ownTransactions } from './refunds.ts';
import { isPaid } from './transaction-class.ts';

const announcements: ReadonlySet<string> = new Set(['DID_CHANGE_RENEWAL_PREF', 'OFFER_REDEEMED']);

/** The transaction that a message says to have taken the place of the running period at once. */
export function upgradeIn(message: StoreNotification): string | undefined {
  if (message.subtype !== 'UPGRADE' || !announcements.has(message.notification_type)) return undefined;
  return ownTransactions(message).at(-1)?.transaction_id;
}

/** Marks the transaction that a message announces as an upgrade. */
export function withUpgrade(existing: ClassifiedTransactions, message: StoreNotification): ClassifiedTransactions {
  const id = upgradeIn(message);
  const upgrade = id === undefined ? undefined : existing.get(id);
  if (upgrade === undefined || upgrade.is_upgrade) return existing;
  return new Map(existing).set(upgrade.facts.transaction_id, { ...upgrade, is_upgrade: true });
}

/**
 * Which part of each period an upgrade left unused, 0 to 1; 0 where none interrupted it, or where it was free. The store gives the
 * price of that part back without a message.
 * @param periods the subscription's transactions in the order of purchase.
 */
export function unusedShares(periods: readonly ClassifiedTransaction[]): number[] {
  return periods.map((period, index) => {
    const next = periods[index + 1];
    if (next === undefined || !isPaid(period.class)) return 0;
    return next.is_upgrade || period.facts.is_upgraded ? unusedShare(period, next.purchased_ms) : 0;
  });
}

function unusedShare({ facts, purchased_ms }: ClassifiedTransaction, interruptedAt: number): number {
  if (facts.expires_at === null) return 0;
  const expires = Date.parse(facts.expires_at);
  if (expires <= purchased_ms) return 0;
  return Math.min(1, Math.max(0, (expires - interruptedAt) / (expires - purchased_ms)));
}
