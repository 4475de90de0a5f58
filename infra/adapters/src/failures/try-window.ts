import { type FailureCause, type FailureSubject, slowsAsking } from '@tapwise/domain';
import type { FailureRecorder } from './failure-recorder.ts';

/** Takes how single calls of many end, of which some fail every day; a failure is what hits all of them. */
export interface TryWindow {
  succeeded(): void;
  failed(cause: FailureCause): void;
}

/** Calls in a row that must fail: of a kind that does not pass, and of others, which have to last as well. */
const refusalsInRow = 3;
const faultsInRow = 5;
const faultsLastMs = 60_000;

/** Records a failure when no call has succeeded for a while, and its end at the first one that does. */
export function createTryWindow(
  failures: FailureRecorder,
  subject: FailureSubject,
  now: () => number = Date.now,
): TryWindow {
  let failed = 0;
  let since = 0;
  return {
    succeeded: () => {
      failed = 0;
      void failures.succeeded(subject);
    },
    failed: (cause) => {
      if (failed === 0) since = now();
      failed += 1;
      const lasts = failed >= faultsInRow && now() - since >= faultsLastMs;
      if (slowsAsking(cause.reason) ? failed >= refusalsInRow : lasts) void failures.failed(subject, cause);
    },
  };
}
