/** Addresses of a customer that receive deliveries about an application. */
export const customerEndpointsStream = (applicationId: number): string => `customerEndpoints-${applicationId}`;
/** What is to be posted to one endpoint, in batches. */
export const webhookQueueStream = (endpointId: string): string => `webhookQueue-${endpointId}`;
/** Outcomes of posting to one endpoint, in batches. */
export const webhookAttemptsStream = (endpointId: string): string => `webhookAttempts-${endpointId}`;
/** What is said of one delivery alone: that it is not posted, or again. */
export const webhookDeliveryStream = (deliveryId: string): string => `webhookDelivery-${deliveryId}`;
/** What was posted to one endpoint, in its sequence. */
export const webhookSequenceStream = (endpointId: string): string => `webhookLane-${endpointId}`;

/** Namespace of the `webhook-id` of forwarded notifications, which is made from the hash of their bytes. */
export const forwardingNamespace = '6ba7b812-9dad-11d1-80b4-00c04fd430c8';
