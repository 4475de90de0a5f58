import { dayMs } from '../../shared/calendar/days.ts';
import { type StoreNotification, type SubscriptionWebhookEvent, webhookEventsOf } from '../subscription/index.ts';

/** A fact that a customer's server is notified of, once. */
export interface WebhookFact extends SubscriptionWebhookEvent {
  /** The same for every notification of the same fact. */
  readonly key: string;
  /** Part of the charge that is given back, 0 to 1; of refunds only. */
  readonly refunded_share: number | null;
}

/** What arrives later than this after it happened, is history: the store's last retry comes after 6.5 days. */
const historyMs = 7 * dayMs;

/** Whether a notification came so late that it fires nothing. */
export const isHistory = ({ received_at, signed_at }: StoreNotification): boolean =>
  Date.parse(received_at) - Date.parse(signed_at) > historyMs;

/**
 * What a notification adds to what the ones received before it said of the same original transaction: facts that no earlier one brought.
 * @param received Everything about the original transaction and application, in the order of arrival; the last one is asked about.
 */
export function newWebhookFacts(received: readonly StoreNotification[]): WebhookFact[] {
  const newest = received.at(-1);
  if (newest === undefined) return [];
  const earlier = received.slice(0, -1);
  // A better mapping of a notification is no news.
  if (earlier.some(({ notification_id }) => notification_id === newest.notification_id)) return [];
  if (isHistory(newest)) return [];
  const before = factsOf(earlier);
  const existingKeys = new Set(before.map(({ key }) => key));
  return factsOf(received).filter((fact) => {
    if (existingKeys.has(fact.key)) return false;
    if (fact.estimated_share === undefined) return fact.notification_id === newest.notification_id;
    // The message of the charge may come after that of the upgrade; a refund that the store reported says it all.
    return !before.some((other) => isReportedRefundOf(other, fact.transaction_id));
  });
}

const isReportedRefundOf = ({ event, estimated_share, transaction_id }: WebhookFact, transactionId: string | null) =>
  event === 'refund' && estimated_share === undefined && transaction_id === transactionId;

/** Every fact that the notifications hold, in the store's order. */
export function factsOf(received: readonly StoreNotification[]): WebhookFact[] {
  const messages = new Map(received.map((message) => [message.notification_id, message]));
  return webhookEventsOf(received).map((event) => {
    const transaction = messages
      .get(event.notification_id)
      ?.transactions.find(({ transaction_id }) => transaction_id === event.transaction_id);
    const refund = event.event === 'refund';
    const refunded_share = refund ? (event.estimated_share ?? transaction?.revocation_share ?? 1) : null;
    return { ...event, refunded_share, key: keyOf(event, transaction?.revoked_at ?? null) };
  });
}

const estimatedMark = ' estimated';

/** Whether a key is that of a refund which the store did not report: what an upgrade takes back. */
export const isEstimateKey = (key: string | null): boolean => key?.endsWith(estimatedMark) ?? false;

function keyOf(event: SubscriptionWebhookEvent, revokedAt: string | null): string {
  const { notification_id, transaction_id, original_transaction_id } = event;
  const prefix = `${event.event} ${original_transaction_id} ${transaction_id ?? ''}`;
  switch (event.event) {
    case 'trial_cancelation':
    case 'subscription_cancelation':
      // A transaction can be cancelled again after renewal was on again; repeats are left out by the interpretation.
      return `${prefix} ${notification_id}`;
    case 'refund':
      return event.estimated_share === undefined ? `${prefix} ${revokedAt ?? ''}` : `${prefix}${estimatedMark}`;
    default:
      return prefix;
  }
}
