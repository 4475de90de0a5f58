/** Beginning of the names of all streams of failures. */
export const failureStreamPrefix = 'failures-';

/** Stream of the failures of one application, or of the product as a whole (`null`). */
export const failureStream = (applicationId: number | null): string =>
  `${failureStreamPrefix}${applicationId ?? 'product'}`;
