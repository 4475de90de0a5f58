import { OutsideFault } from '@tapwise/adapters';
import { ApplicationFailure } from '@temporalio/common';
import { type Attempt, currentAttempt } from './attempt.ts';
import { outsideFailureOf } from './outside-failure.ts';

/** Runs an activity's work: ends when the activity is cancelled, says whether to try again. */
export async function runActivity<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const attempt = currentAttempt();
  try {
    return await work(attempt.signal);
  } catch (error) {
    throw asFailure(error, attempt);
  }
}

/** Carries why an outside service failed, and whether the activity is worth repeating before the story goes on. */
function asFailure(error: unknown, { activity }: Attempt): unknown {
  const outside = outsideFailureOf(error);
  if (outside === undefined || !(error instanceof Error)) return error;
  const { retry, afterSeconds } = error instanceof OutsideFault ? error : { retry: !outside.slow, afterSeconds: null };
  return ApplicationFailure.create({
    type: error.name,
    message: `${activity}: ${error.message}`,
    nonRetryable: !retry,
    details: [outside],
    ...(afterSeconds === null ? {} : { nextRetryDelay: afterSeconds * 1000 }),
  });
}
