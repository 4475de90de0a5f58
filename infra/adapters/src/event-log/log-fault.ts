import {
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';

/** An append was refused because the stream has moved; the decision has to be made again. */
export class StreamMovedError extends Error {
  override readonly name = 'StreamMovedError';
}

/** The log did not answer in time. What was asked may still be done: a repeated command finds it. */
export class LogTimeoutError extends Error {
  override readonly name = 'LogTimeoutError';
}

/** gRPC statuses after which the same call may succeed: cancelled by the server, deadline exceeded, aborted, unavailable. */
const retryableStatuses: ReadonlySet<unknown> = new Set([1, 4, 10, 14]);

/** Whether the log may answer if it is asked again: it is away, restarting or too slow, not refusing. */
export function isRetryableLogFault(error: unknown): boolean {
  return (
    error instanceof UnavailableError ||
    error instanceof CancelledError ||
    error instanceof DeadlineExceededError ||
    error instanceof TimeoutError ||
    error instanceof LogTimeoutError ||
    (isRawFault(error) && retryableStatuses.has(error.code))
  );
}

/**
 * A fault as gRPC gives it. The client converts those of most calls to errors of its own, but not those of
 * `getSupportedMethods`, which comes before the first append of each connection.
 */
export function isRawFault(error: unknown): error is Error & { code: number } {
  return (
    error instanceof Error &&
    !isCommandError(error) &&
    'code' in error &&
    typeof error.code === 'number' &&
    'details' in error &&
    'metadata' in error
  );
}
