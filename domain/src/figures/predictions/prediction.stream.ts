/** The models of one product, one event for each fit. */
export const predictionModelStream = (applicationId: number, productId: string): string =>
  `predictionModel-${applicationId}.${productId}`;
