import type {
  notificationForwardingResponseSchema,
  webhookDeliveriesQuerySchema,
  webhookDeliveriesResponseSchema,
  webhookTestResponseSchema,
} from '@tapwise/contract';
import type { z } from 'zod';

export type Delivery = z.infer<typeof webhookDeliveriesResponseSchema>['deliveries'][number];
/** One try; `status` is null when no answer came, `ms` counts until the answer or the end of the wait. */
export type Attempt = Delivery['attempts'][number];
/** What goes out: events to the webhook address, and store notifications passed on as they came. */
export type EndpointKind = Delivery['lane'];
export type DeliveryState = Delivery['state'];
export const deliveryStates = [
  'pending',
  'delivered',
  'failed',
  'not_sent',
] as const satisfies readonly DeliveryState[];
/** Names of our events, as receivers know them. */
export const deliveryEvents = [
  'trial_start',
  'trial_cancelation',
  'subscription_charge',
  'subscription_cancelation',
  'non_subscription_purchase',
  'refund',
] as const satisfies readonly NonNullable<z.infer<typeof webhookDeliveriesQuerySchema>['event']>[];
export type DeliveryEvent = (typeof deliveryEvents)[number];
/** The addresses of one application; an unset one is empty. */
export type Endpoints = Pick<
  z.infer<typeof notificationForwardingResponseSchema>,
  'proxy_url' | 'webhook_url' | 'webhook_state'
>;
export type TestResult = Pick<z.infer<typeof webhookTestResponseSchema>, 'delivered' | 'http_status' | 'ms'>;
