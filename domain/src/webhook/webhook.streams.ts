/** Addresses of a customer that receive deliveries about an application. */
export const customerEndpointsStream = (applicationId: number): string => `customerEndpoints-${applicationId}`;
/** One delivery: that it is wanted, and what came of each attempt. */
export const webhookDeliveryStream = (deliveryId: string): string => `webhookDelivery-${deliveryId}`;
/** What was posted to one endpoint, in its sequence. */
export const webhookLaneStream = (endpointId: string): string => `webhookLane-${endpointId}`;
