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
/** What goes out: events to the webhook address, store notifications passed on as they came, and messages of alerts. */
export type DeliveryKind = Delivery['lane'];
export const deliveryKinds = ['webhook', 'forwarding', 'alert'] as const satisfies readonly DeliveryKind[];
/** What goes to addresses of the application itself; alerts go to channels of the team. */
export type EndpointKind = Exclude<DeliveryKind, 'alert'>;
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
  'alert.fired',
  'alert.recovered',
  'alert.digest',
] as const satisfies readonly NonNullable<z.infer<typeof webhookDeliveriesQuerySchema>['event']>[];
export type DeliveryEvent = (typeof deliveryEvents)[number];
/** The addresses of one application; an unset one is empty. */
export type Endpoints = Pick<
  z.infer<typeof notificationForwardingResponseSchema>,
  'proxy_url' | 'webhook_url' | 'webhook_state'
>;
export type TestResult = Pick<z.infer<typeof webhookTestResponseSchema>, 'delivered' | 'http_status' | 'ms'>;
