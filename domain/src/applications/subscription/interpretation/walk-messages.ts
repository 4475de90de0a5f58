import type { StoreNotification } from '../subscription.decider.ts';
import { type MessageFacts, matchRow } from './notifications/match-row.ts';
import { inStoreOrder } from './notifications/message-order.ts';
import type { NotificationRow, RowStatus } from './notifications/notification-row.ts';
import {
  type ClassifiedTransaction,
  type ClassifiedTransactions,
  isTakenBack,
  newestOf,
  withTransactions,
} from './transactions/classified-transactions.ts';
import { continuesCommitment } from './transactions/commitments.ts';
import { applyRefunds, ownTransactions, refundedBy } from './transactions/refunds.ts';
import { isIntroduction } from './transactions/transaction-class.ts';
import { withUpgrade } from './transactions/upgrades.ts';

/** The six states people read; their order is that of the reports. */
export type SubscriptionStatus = 'trial' | 'trial_canceled' | 'billing_issues' | 'active' | 'canceled' | 'refunded';

/** What the messages so far add up to. */
export interface Progress {
  readonly transactions: ClassifiedTransactions;
  /** The status if nothing were refunded; `null` before the first message that counts. */
  readonly unrefunded: Exclude<SubscriptionStatus, 'refunded'> | null;
  readonly autoRenew: boolean;
  readonly cancelSent: boolean;
  readonly billingRetrySince: string | null;
  readonly gracePeriodExpiresAt: string | null;
  readonly lastMessageAt: string | null;
}

/** One message, the line of the table it fell under, and where that led. */
export interface MessageStep {
  readonly message: StoreNotification;
  readonly row: NotificationRow;
  /** The transaction the message is about. */
  readonly transaction: ClassifiedTransaction | undefined;
  readonly progress: Progress;
}

/** Reads messages in the store's order; each step shows what was known after it. */
export function walkMessages(notifications: readonly StoreNotification[]): MessageStep[] {
  let progress = nothingYet;
  return inStoreOrder(notifications).map((message) => {
    const step = stepOf(progress, message);
    progress = step.progress;
    return step;
  });
}

/** The status the messages lead to. */
export function statusOf(progress: Progress): SubscriptionStatus {
  return isTakenBack(progress.transactions) ? 'refunded' : (progress.unrefunded ?? 'active');
}

export const nothingYet: Progress = {
  transactions: new Map(),
  unrefunded: null,
  autoRenew: false,
  cancelSent: false,
  billingRetrySince: null,
  gracePeriodExpiresAt: null,
  lastMessageAt: null,
};

function stepOf(before: Progress, message: StoreNotification): MessageStep {
  const messageTransactions = ownTransactions(message);
  const described = withTransactions(before.transactions, messageTransactions);
  const newest = messageTransactions.at(-1);
  const facts: MessageFacts = {
    message,
    before: before.transactions,
    after: described,
    ownTransaction: newest && described.get(newest.transaction_id),
    cancelSent: before.cancelSent,
  };
  const row = matchRow(facts);
  if (row.status === 'ignored') return { message, row, transaction: facts.ownTransaction, progress: before };
  const transactions = applyRefunds(withUpgrade(described, message), message, row);
  const refunded = row.status === 'take_back' ? refundedBy(message).at(-1) : undefined;
  const transaction = transactions.get(refunded ?? newest?.transaction_id ?? '');
  return { message, row, transaction, progress: progressAfter(before, facts, row, transactions) };
}

function progressAfter(
  before: Progress,
  facts: MessageFacts,
  row: NotificationRow,
  transactions: ClassifiedTransactions,
): Progress {
  const newest = newestOf(transactions);
  const newPeriod = beganWith(facts);
  // A new period is proof enough, also when the message that announced it never came.
  const running = newest !== undefined && isIntroduction(newest.class) ? 'trial' : 'active';
  const start = newPeriod || before.unrefunded === null ? running : before.unrefunded;
  const unrefunded = statusAfter(row.status, start, running);
  const renewed = newPeriod && !continuesCommitment(newestOf(before.transactions), newest);
  const autoRenew = autoRenewAfter(renewed || before.autoRenew, facts.message);
  const billing = unrefunded === 'billing_issues';
  const dueAt = newest?.facts.expires_at ?? facts.message.signed_at;
  return {
    transactions,
    unrefunded,
    autoRenew,
    cancelSent: cancelSentAfter(renewed ? false : before.cancelSent, facts.message, row),
    billingRetrySince: billing ? dueAt : null,
    gracePeriodExpiresAt: billing
      ? (facts.message.renewal?.grace_period_expires_at ?? before.gracePeriodExpiresAt)
      : null,
    lastMessageAt: facts.message.signed_at,
  };
}

/** Whether the message brought a transaction newer than all known before it. */
function beganWith({ before, after }: MessageFacts): boolean {
  const newest = newestOf(after);
  return newest !== undefined && !before.has(newest.facts.transaction_id);
}

function statusAfter(
  outcome: RowStatus,
  start: Exclude<SubscriptionStatus, 'refunded'>,
  running: 'trial' | 'active',
): Exclude<SubscriptionStatus, 'refunded'> {
  switch (outcome) {
    case 'running':
      return running;
    // Refunds lie over the status; under one, the end of renewal is an end like any other.
    case 'ended':
    case 'refunded':
      return running === 'trial' ? 'trial_canceled' : 'canceled';
    case 'take_back':
    case 'give_back':
    case 'unchanged':
    case 'ignored':
      return start;
    default:
      return outcome;
  }
}

function autoRenewAfter(before: boolean, message: StoreNotification): boolean {
  if (message.notification_type === 'EXPIRED' || message.subtype === 'AUTO_RENEW_DISABLED') return false;
  if (message.subtype === 'AUTO_RENEW_ENABLED') return true;
  return message.renewal?.auto_renew ?? before;
}

function cancelSentAfter(before: boolean, message: StoreNotification, row: NotificationRow): boolean {
  if (message.notification_type !== 'DID_CHANGE_RENEWAL_STATUS') return before || row.event === 'cancelation';
  if (row.status === 'unchanged') return before || row.event !== null;
  return row.status !== 'running';
}
