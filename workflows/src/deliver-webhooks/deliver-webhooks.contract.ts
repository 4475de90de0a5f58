import { defineProcess } from '../story/process.ts';
import type { DeliverWebhooksActivities } from './deliver-webhooks.activities.ts';

/** A customer's endpoint that something waits for. What that is, and its progress, are in the log. */
export interface DeliverWebhooksInput {
  readonly endpoint_id: string;
}

export const deliverWebhooksProcess = defineProcess<DeliverWebhooksInput, DeliverWebhooksActivities>({
  name: 'deliverWebhooks',
  id: ({ endpoint_id }) => `webhooks/${endpoint_id}`,
  activities: {
    deliverWebhooks: {
      queue: 'deliveries',
      longestSeconds: 900,
      heartbeatSeconds: 10,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
