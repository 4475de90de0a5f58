import { runActivity } from '../../activity/run-activity.ts';
import type { DeliverWebhooksActivities } from './deliver-webhooks.contract.ts';
import { postDueDeliveries } from './post-due-deliveries.ts';
import type { DeliveryQueueContext } from './queue-context.ts';

/** Activities of `deliverWebhooks`. */
export const createDeliverWebhooksActivities = (context: DeliveryQueueContext): DeliverWebhooksActivities => ({
  postDueDeliveries: ({ endpoint_id }) => runActivity((signal) => postDueDeliveries(context, endpoint_id, signal)),
});
