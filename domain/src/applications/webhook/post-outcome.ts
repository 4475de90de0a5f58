import type { DeliveryAttempt } from './delivery.decider.ts';
import { isDelivered, isGone, nextAttemptAt } from './retries.ts';

/** What came back from posting a delivery. */
export interface PostResult {
  /** `null` when no response came. */
  readonly status: number | null;
  readonly ms: number;
  readonly error: DeliveryAttempt['error'];
  readonly responseBody: string;
  /** The header as it came. */
  readonly retryAfter: string | null;
}

/** Of a response so many characters are kept. */
const longestResponse = 4096;

/**
 * What a post means for its delivery: that it was delivered, has failed, or when it is tried again.
 * @param tries Attempts made before, since it was first sent or replayed.
 * @param random 0 to 1, for the jitter.
 */
export function postOutcome(
  { status, ms, error, responseBody, retryAfter }: PostResult,
  tries: number,
  clock: {
    /** Milliseconds; when it was posted, and now. */
    readonly at: number;
    readonly now: number;
    readonly random: number;
    readonly pauses?: readonly number[] | undefined;
  },
): DeliveryAttempt {
  const delivered = error === null && isDelivered(status);
  const next = delivered || isGone(status) ? null : nextAttemptAt({ status, retryAfter }, tries + 1, clock);
  const failed = next === null ? ('failed' as const) : ('pending' as const);
  return {
    at: new Date(clock.at).toISOString(),
    status,
    ms,
    error,
    state: delivered ? 'delivered' : failed,
    answer: responseBody.slice(0, longestResponse),
    next_attempt_at: next === null ? null : new Date(next).toISOString(),
  };
}
