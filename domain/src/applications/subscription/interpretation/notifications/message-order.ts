import type { StoreNotification } from '../../subscription.decider.ts';
import { notificationTable } from './notification-table.ts';

/**
 * Messages as the store made them, each once and by its newest mapping, whatever order they arrived in: by the time they were signed, then by what
 * they are about, then as the table has their types, so that a beginning precedes its end.
 */
export function inStoreOrder(notifications: readonly StoreNotification[]): StoreNotification[] {
  const sorted = [...notifications].sort(
    (a, b) =>
      Date.parse(a.signed_at) - Date.parse(b.signed_at) ||
      newestPurchase(a) - newestPurchase(b) ||
      rankInTable(a) - rankInTable(b) ||
      (a.notification_id < b.notification_id ? -1 : 1),
  );
  const newest = new Map<string, StoreNotification>();
  for (const message of sorted) {
    const existing = newest.get(message.notification_id);
    if (existing !== undefined && mappingOf(existing) >= mappingOf(message)) continue;
    newest.delete(message.notification_id);
    newest.set(message.notification_id, message);
  }
  return [...newest.values()];
}

/** Rows of tables from before mappings had versions name none: they were made by the first. */
const mappingOf = ({ mapping = 1 }: { mapping?: number }): number => mapping;

const ranks = new Map<string, number>();
for (const [index, row] of notificationTable.entries()) {
  const key = `${row.version} ${row.type}`;
  if (!ranks.has(key)) ranks.set(key, index);
}

function rankInTable(notification: StoreNotification): number {
  return ranks.get(`${notification.version} ${notification.notification_type}`) ?? notificationTable.length;
}

function newestPurchase(notification: StoreNotification): number {
  return Math.max(0, ...notification.transactions.map((transaction) => Date.parse(transaction.purchased_at)));
}
