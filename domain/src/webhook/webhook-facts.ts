import { type StoreNotification, type SubscriptionWebhookEvent, webhookEventsOf } from '../subscription/index.ts';

/** A fact that a customer's server is notified of, once. */
export interface WebhookFact extends SubscriptionWebhookEvent {
  /** The same for every notification of the same fact. */
  readonly key: string;
  /** Part of the charge that is given back, 0 to 1; of refunds only. */
  readonly refunded_share: number | null;
}

/** What arrives later than this after it happened, is history: the store's last retry comes after 6.5 days. */
const historyMs = 7 * 24 * 3_600_000;

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
  const known = new Set(factsOf(earlier).map(({ key }) => key));
  return factsOf(received).filter(
    ({ notification_id, key }) => notification_id === newest.notification_id && !known.has(key),
  );
}

/** Every fact that the notifications hold, in the store's order. */
export function factsOf(received: readonly StoreNotification[]): WebhookFact[] {
  const messages = new Map(received.map((message) => [message.notification_id, message]));
  return webhookEventsOf(received).map((event) => {
    const transaction = messages
      .get(event.notification_id)
      ?.transactions.find(({ transaction_id }) => transaction_id === event.transaction_id);
    const refund = event.event === 'refund';
    const refunded_share = refund ? (transaction?.revocation_share ?? 1) : null;
    return { ...event, refunded_share, key: keyOf(event, transaction?.revoked_at ?? null) };
  });
}

function keyOf(event: SubscriptionWebhookEvent, revokedAt: string | null): string {
  const { notification_id, transaction_id, original_transaction_id } = event;
  const about = `${event.event} ${original_transaction_id} ${transaction_id ?? ''}`;
  switch (event.event) {
    case 'trial_cancelation':
    case 'subscription_cancelation':
      // A transaction can be cancelled again after renewal was on again; repeats are left out by the interpretation.
      return `${about} ${notification_id}`;
    case 'refund':
      return `${about} ${revokedAt ?? ''}`;
    default:
      return about;
  }
}
