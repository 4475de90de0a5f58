/** Revision of a tombstone event, and the `$tb` of a soft-deleted stream: 2^63 - 1. */
export const DELETED_STREAM = 9223372036854775807n;

/** Last revision of a stream that holds no events. */
export const NO_STREAM = -1;

/** What the writer expects of a stream: any state, that it exists, or its exact last revision (-1 for no stream). */
export type ExpectedVersion = 'any' | 'stream-exists' | number;

/** The number the real server shows for an expected version in error trailers. */
export function expectedVersionNumber(expected: ExpectedVersion): number {
  if (expected === 'any') return -2;
  if (expected === 'stream-exists') return -4;
  return expected;
}
