import { SearchAdsError, StoreReportsError } from '@tapwise/adapters';
import { activityInfo, Context, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

const heartbeatMs = 3000;

/** Runs an activity's work: beats while it runs, ends when the activity is cancelled, says whether to try again. */
export async function runAlive<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const beating = setInterval(() => heartbeat(), heartbeatMs);
  try {
    return await work(Context.current().cancellationSignal);
  } catch (error) {
    throw asFailure(error);
  } finally {
    clearInterval(beating);
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof SearchAdsError || error instanceof StoreReportsError)) return error;
  const retryable =
    error instanceof SearchAdsError ? error.retryable : error.kind === 'away' || error.kind === 'limited';
  return ApplicationFailure.create({
    type: error.name,
    message: `${activityInfo().activityType}: ${error.message}`,
    nonRetryable: !retryable,
    ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
  });
}
