/** The outcome of one row of a write, in words. */
export const outcomeWords = {
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  conflict: 'Conflict',
  blocked: 'Blocked',
  skipped: 'Skipped',
  pending: 'Not confirmed yet',
  queued: 'Queued',
  unknown: 'Unknown, checking',
  leftUnknown: 'Unknown, check again',
} as const;
