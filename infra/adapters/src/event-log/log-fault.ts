import {
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { OutsideFault } from '../failures/outside-fault.ts';

/** An append was refused because the stream has moved; the decision has to be made again. */
export class StreamMovedError extends OutsideFault {
  override readonly name = 'StreamMovedError';

  constructor(message: string, cause?: unknown) {
    super(message, { retry: false, cause });
  }
}

/** The log did not answer in time. What was asked may still be done: a repeated command finds it. */
export class LogTimeoutError extends OutsideFault {
  override readonly name = 'LogTimeoutError';

  constructor(message: string) {
    super(message, { retry: true });
  }
}

/** gRPC statuses after which the same call may succeed: cancelled by the server, deadline exceeded, aborted, unavailable. */
const retryableStatuses: ReadonlySet<unknown> = new Set([1, 4, 10, 14]);

/** Whether the log may answer if it is asked again: it is away, restarting, electing or too slow, not refusing. */
export function isRetryableLogFault(error: unknown): boolean {
  return (
    error instanceof UnavailableError ||
    error instanceof NotLeaderError ||
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

const diskFaults: readonly (readonly [RegExp, string])[] = [
  [/no space left|disk (is )?full|ENOSPC|quota exceeded|file too large/i, 'its disk is full'],
  [/read-only file system|EROFS/i, 'its disk is read-only'],
  [/permission denied|EACCES/i, 'it may not write its files'],
  [/input\/output error|EIO\b/i, 'its disk fails'],
];

/** What keeps the log from taking appends, in words that anybody may read; `undefined` where its error does not say. */
export function whyNoAppends(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : String(error);
  return diskFaults.find(([words]) => words.test(message))?.[1];
}

/** Words of the client library and of servers for what passes: no node leads yet, one is starting, it left amid a call, or we left it. */
const passing =
  /Failed to discover after \d+ attempts|Server Is (Not Ready|Busy|Too Busy)|RST_STREAM|Cancelled on client/i;

/** The fault as one that is known to pass, where the client library gives another kind to what its server says in words. */
export function asLogFault(error: unknown): unknown {
  if (!(error instanceof Error) || isRetryableLogFault(error) || !passing.test(error.message)) return error;
  return Object.assign(new UnavailableError(undefined, error.message), { cause: error });
}

/** Words for a position at which no event begins: of reads, and of servers that distinguish it. */
const noEvent = /Unexpected ReadAllResult|invalid position/i;

/** Whether a read was refused because no event begins at the position it named. */
export const saysNoEvent = (error: unknown): boolean => error instanceof UnknownError && noEvent.test(error.message);

/** Whether a server has ended a subscription whose consumer it found too slow; nothing of it is lost. */
export const saysTooSlow = (error: unknown): boolean =>
  error instanceof TimeoutError && /too slow/i.test(error.message);
