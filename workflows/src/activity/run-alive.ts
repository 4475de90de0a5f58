import { SearchAdsError, StoreReportsError } from '@tapwise/adapters';
import { ApplicationFailure } from '@temporalio/common';
import { type Attempt, currentAttempt } from './attempt.ts';
import { outsideFailureOf } from './outside-failure.ts';

const heartbeatMs = 1500;

/** Runs an activity's work: beats while it runs, ends when the activity is cancelled, says whether to try again. */
export async function runAlive<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const attempt = currentAttempt();
  const beating = setInterval(attempt.heartbeat, heartbeatMs);
  try {
    return await work(attempt.signal);
  } catch (error) {
    throw asFailure(error, attempt);
  } finally {
    clearInterval(beating);
  }
}

function asFailure(error: unknown, { activity }: Attempt): unknown {
  if (!(error instanceof SearchAdsError || error instanceof StoreReportsError)) return error;
  return ApplicationFailure.create({
    type: error.name,
    message: `${activity}: ${error.message}`,
    nonRetryable: !error.retry,
    details: [outsideFailureOf(error)],
    ...(error.afterSeconds === null ? {} : { nextRetryDelay: error.afterSeconds * 1000 }),
  });
}
