/** How long a caller of an HTTP server may take to send its request, in milliseconds. */
export interface SenderLimits {
  readonly headersTimeout: number;
  /** Headers and body. */
  readonly requestTimeout: number;
  /** A request that is late is cut off at most so much later; Node looks every 30 s unless it is given another interval. */
  readonly connectionsCheckingInterval: number;
}

/** Of every port of the product: a slow sender is cut off within 15 s. */
export const senderLimits: SenderLimits = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
};
