import { runAlive } from '../activity/run-alive.ts';
import type { Step } from '../activity/step.ts';
import type { DeliverWebhooksInput } from './deliver-webhooks.contract.ts';
import type { DeliveryQueueContext } from './queue-context.ts';
import { runDeliveryQueue } from './run-queue.ts';

export interface DeliverWebhooksActivities {
  /** Posts what is due to an endpoint. Answers whether nothing waits any more, and else when to go on. */
  deliverWebhooks(input: DeliverWebhooksInput): Promise<Step>;
}

/** Activities of `deliverWebhooks`. */
export const createDeliverWebhooksActivities = (context: DeliveryQueueContext): DeliverWebhooksActivities => ({
  deliverWebhooks: ({ endpoint_id }) => runAlive((signal) => runDeliveryQueue(context, endpoint_id, signal)),
});
