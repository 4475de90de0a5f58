/** Stream of an application's labels and of the objects that have them. */
export const labelsStream = (applicationId: number): string => `labels-${applicationId}`;
