import { CancelledError, DeadlineExceededError, TimeoutError, UnavailableError } from '@eventstore/db-client';

/** An append was refused because the stream has moved; the decision has to be made again. */
export class StreamMovedError extends Error {
  override readonly name = 'StreamMovedError';
}

/** Whether the log may answer if it is asked again: it is away, restarting or too slow, not refusing. */
export function isRetryableLogFault(error: unknown): boolean {
  return (
    error instanceof UnavailableError ||
    error instanceof CancelledError ||
    error instanceof DeadlineExceededError ||
    error instanceof TimeoutError
  );
}
