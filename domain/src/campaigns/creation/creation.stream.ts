/** Stream of one creation: what was asked for, and its progress. What it made is in the streams of its campaigns. */
export const creationStream = (creationId: string): string => `creation-${creationId}`;
