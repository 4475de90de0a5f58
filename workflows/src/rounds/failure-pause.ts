import { ActivityFailure, ApplicationFailure } from '@temporalio/common';

const firstPauseSeconds = 5;
const longestPauseSeconds = 900;
/** After an answer that does not change by itself: moved, gone, refused. */
const longestSlowPauseSeconds = 3600;

/** Seconds before a round that failed is repeated: ever longer. @param failures Rounds that failed in a row, this one included. */
export function failurePauseSeconds(failures: number, error: unknown): number {
  const longest = isSlow(error) ? longestSlowPauseSeconds : longestPauseSeconds;
  return Math.min(longest, firstPauseSeconds * 2 ** failures);
}

/** Workflows get the failure of an activity wrapped. */
function isSlow(error: unknown): boolean {
  const failure = error instanceof ActivityFailure ? error.cause : error;
  const details: unknown = failure instanceof ApplicationFailure ? failure.details?.[0] : undefined;
  return typeof details === 'object' && details !== null && 'slow' in details && details.slow === true;
}
