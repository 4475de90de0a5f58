import type { StoreNotification } from '../../subscription.decider.ts';
import {
  type ClassifiedTransaction,
  type ClassifiedTransactions,
  isTakenBack,
  newestOf,
} from '../transactions/classified-transactions.ts';
import { commitmentEnd } from '../transactions/commitments.ts';
import { isPurchased } from '../transactions/ownership.ts';
import { isPaid } from '../transactions/transaction-class.ts';
import type { NotificationRow, RowCondition } from './notification-row.ts';
import { notificationTable } from './notification-table.ts';

/** What the row of a message is chosen by: itself, and what was known before and with it. */
export interface MessageFacts {
  readonly message: StoreNotification;
  readonly before: ClassifiedTransactions;
  readonly after: ClassifiedTransactions;
  /** The newest transaction of the message that its user bought. */
  readonly ownTransaction: ClassifiedTransaction | undefined;
  readonly cancelSent: boolean;
}

/** The line of the table that fits. */
export function matchRow(facts: MessageFacts): NotificationRow {
  const { version, notification_type, subtype } = facts.message;
  const row = notificationTable.find(
    (line) =>
      line.version === version &&
      (line.type === 'any' || line.type === notification_type) &&
      (line.subtypes === 'any' || line.subtypes.includes(subtype)) &&
      conditions[line.when](facts),
  );
  return row ?? { version, type: 'any', subtypes: 'any', when: 'always', event: null, status: 'ignored' };
}

const conditions: Record<RowCondition, (facts: MessageFacts) => boolean> = {
  always: () => true,
  not_purchased: ({ message }) => message.transactions.length > 0 && !message.transactions.some(isPurchased),
  free_trial: ({ ownTransaction }) => ownTransaction?.class === 'free_trial',
  paid_intro: ({ ownTransaction }) => ownTransaction?.class === 'paid_intro',
  paid: ({ ownTransaction }) => ownTransaction !== undefined && isPaid(ownTransaction.class),
  free_offer: ({ ownTransaction }) => ownTransaction?.class === 'free_offer',
  in_free_trial: ({ after }) => newestOf(after)?.class === 'free_trial',
  in_paid_intro: ({ after }) => newestOf(after)?.class === 'paid_intro',
  in_commitment: ({ message, after }) => (commitmentEnd(newestOf(after)) ?? 0) > Date.parse(message.signed_at),
  was_free_trial: ({ before }) => newestOf(before)?.class === 'free_trial',
  applies_now: ({ ownTransaction, before }) =>
    ownTransaction !== undefined && isPaid(ownTransaction.class) && !before.has(ownTransaction.facts.transaction_id),
  refunded: ({ after }) => isTakenBack(after),
  cancel_sent: ({ cancelSent }) => cancelSent,
  upgraded: ({ message }) =>
    message.transactions.some((transaction) => transaction.is_upgraded) &&
    !message.transactions.some((transaction) => transaction.revoked_at !== null && !transaction.is_upgraded),
  renewal_on: ({ message }) => message.renewal?.auto_renew === true,
  renewal_unsaid: ({ message }) => typeof message.renewal?.auto_renew !== 'boolean',
};
