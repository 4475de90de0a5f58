export type {
  AttemptedDelivery,
  DeliveryAttempt,
  DeliveryFact,
  DeliveryState,
  ExistingDelivery,
  QueuedDelivery,
} from './delivery.decider.ts';
export {
  attemptedDelivery,
  deliveryDecider,
  deliveryFacts,
  deliveryIn,
  giveUpDelivery,
  replayDelivery,
} from './delivery.decider.ts';
export type { DeliveryEvent, FrozenEvent, NotSentReason, OwnDeliveryEvent } from './delivery.events.ts';
export type { DeliveryQueue, DeliveryWork, OpenDelivery, QueueEnds } from './delivery-work.ts';
export {
  beginAfter,
  bringsDelivery,
  createDeliveryWork,
  deliveryStreamPrefixes,
  evolveDeliveryWork,
  resumeQueue,
  settledPosition,
} from './delivery-work.ts';
export { dueDeliveries, nextDueAt, nextLookAt } from './due-deliveries.ts';
export type { EndpointEvent } from './endpoint.events.ts';
export type { CustomerEndpoint, CustomerEndpoints } from './endpoints.decider.ts';
export {
  disableEndpoint,
  endpointState,
  endpointsDecider,
  rotateSecret,
  setEndpoint,
  signingSecrets,
} from './endpoints.decider.ts';
export { type FrozenBody, freezeBodies, frozenBodies } from './frozen-bodies.ts';
export { webhookWaitMs } from './longest-wait.ts';
export { webhookBody } from './payload.ts';
export { postOutcome } from './post-outcome.ts';
export { factProceeds } from './proceeds/fact-proceeds.ts';
export type { UsdTenThousandths } from './proceeds/usd-proceeds.ts';
export {
  activeEndpoints,
  mostReplays,
  type ReplayedDeliveries,
  readReplay,
  replayableDeliveries,
} from './replay.ts';
export { isDelivered, isFailingForGood, isGone, nextAttemptAt } from './retries.ts';
export {
  customerEndpointsStream,
  forwardingNamespace,
  webhookAttemptsStream,
  webhookDeliveryStream,
  webhookQueueStream,
  webhookSequenceStream,
} from './webhook.streams.ts';
export { factsOf, isEstimateKey, isHistory, newWebhookFacts, type WebhookFact } from './webhook-facts.ts';
