export { interpretSubscription } from './interpretation/interpret-subscription.ts';
export type { WebhookEventName } from './interpretation/notifications/notification-row.ts';
export {
  statusAt,
  statusTimetable,
} from './interpretation/status-at.ts';
export type {
  SubscriptionCharge,
  SubscriptionView,
} from './interpretation/subscription-view.ts';
export type { SubscriptionWebhookEvent } from './interpretation/webhook-events.ts';
export { webhookEventsOf } from './interpretation/webhook-events.ts';
export {
  feeRate,
  firstReducedCharge,
  isAfterPaidYear,
  netMicros,
  reducedFee,
  standardFee,
} from './proceeds.ts';
export type { StoreNotification, SubscriptionState, TransactionLink } from './subscription.decider.ts';
export {
  isLinkedTo,
  linkTransaction,
  recordNotification,
  subscriptionDecider,
} from './subscription.decider.ts';
export type { StoreRenewal, StoreTransaction, SubscriptionEvent } from './subscription.events.ts';
export { storeNoticeStream, storeRequestStream, subscriptionStream } from './subscription.stream.ts';
export { vatRate } from './vat-rates.ts';
