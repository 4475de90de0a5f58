import type { StoreNotification } from '../subscription.decider.ts';
import type { WebhookEventName } from './notifications/notification-row.ts';
import { byPurchase, type ClassifiedTransaction, newestOf } from './transactions/classified-transactions.ts';
import { unusedShares, upgradeIn } from './transactions/upgrades.ts';
import { type MessageStep, walkMessages } from './walk-messages.ts';

/** An event for customers' servers, and the message and transaction it follows from. */
export interface SubscriptionWebhookEvent {
  event: WebhookEventName;
  notification_id: string;
  signed_at: string;
  original_transaction_id: string;
  /** The transaction charged, begun or given back; `null` when the message named none. */
  transaction_id: string | null;
  product_id: string | null;
  /** Part of the charge that an upgrade left unused; only of a refund that the store did not report. */
  estimated_share?: number;
}

/** What the messages about one original transaction and application lead to for customers' servers, in the store's order. */
export function webhookEventsOf(notifications: readonly StoreNotification[]): SubscriptionWebhookEvent[] {
  const steps = walkMessages(notifications);
  const periods = byPurchase(steps.at(-1)?.progress.transactions ?? new Map());
  const unused = unusedShares(periods);
  return steps.flatMap((step, index) => {
    const event = eventOf(step);
    const ownEvents =
      event === null || repeatsCancelation(step, steps[index - 1]) ? [] : [eventFor(step, event, step.transaction)];
    const upgrade = step.row.status === 'ignored' ? undefined : upgradeIn(step.message);
    const interrupted = periods.findIndex(({ facts }) => facts.transaction_id === upgrade) - 1;
    const estimated_share = unused[interrupted] ?? 0;
    if (estimated_share === 0) return ownEvents;
    return [...ownEvents, { ...eventFor(step, 'refund', periods[interrupted]), estimated_share }];
  });
}

function eventFor(
  { message }: MessageStep,
  event: WebhookEventName,
  transaction: ClassifiedTransaction | undefined,
): SubscriptionWebhookEvent {
  const { notification_id, signed_at, original_transaction_id } = message;
  return {
    event,
    notification_id,
    signed_at,
    original_transaction_id,
    transaction_id: transaction?.facts.transaction_id ?? null,
    product_id: transaction?.facts.product_id ?? null,
  };
}

function eventOf({ row, progress }: MessageStep): WebhookEventName | null {
  if (row.event !== 'cancelation') return row.event;
  const inFreeTrial = newestOf(progress.transactions)?.class === 'free_trial';
  return inFreeTrial ? 'trial_cancelation' : 'subscription_cancelation';
}

/** Renewal was off already, and said to be: the store said the same again. */
function repeatsCancelation({ row, progress }: MessageStep, before: MessageStep | undefined): boolean {
  if (row.event !== 'trial_cancelation' && row.event !== 'subscription_cancelation') return false;
  if (before?.progress.cancelSent !== true) return false;
  const newest = newestOf(progress.transactions);
  const previous = newestOf(before.progress.transactions);
  return newest?.facts.transaction_id === previous?.facts.transaction_id;
}
