import { defineProcess } from '../../story/process.ts';

/** A customer's endpoint that something waits for. What that is, and its progress, are in the log. */
export interface DeliverWebhooksInput {
  readonly endpoint_id: string;
}

export interface PostedDeliveries {
  /** Until the next delivery is due; `null` when nothing waits any more. */
  readonly pause_seconds: number | null;
}

export interface DeliverWebhooksActivities {
  /** Reads what is due to an endpoint, posts it and records each attempt, many at once, until nothing is due. */
  postDueDeliveries(endpoint: DeliverWebhooksInput): Promise<PostedDeliveries>;
}

export const deliverWebhooksProcess = defineProcess<DeliverWebhooksInput, DeliverWebhooksActivities>({
  name: 'deliverWebhooks',
  id: ({ endpoint_id }) => `webhooks/${endpoint_id}`,
  activities: {
    postDueDeliveries: {
      queue: 'deliveries',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
