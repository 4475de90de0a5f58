/** A customer's endpoint that something waits for. What that is, and its progress, are in the log. */
export interface DeliverWebhooksInput {
  readonly endpoint_id: string;
}

/** Workflow id; an endpoint has a delivery queue of its own. */
export const deliverWebhooksId = (endpointId: string): string => `webhooks/${endpointId}`;

/** Signal: something new waits. */
export const deliveryWaits = 'deliveryWaits';
