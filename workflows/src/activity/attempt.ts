import { AsyncLocalStorage } from 'node:async_hooks';
import { activityInfo, asyncLocalStorage, Context } from '@temporalio/activity';

/** What an activity may know of the attempt it runs in, under either driver. */
export interface Attempt {
  /** Name of the activity. */
  readonly activity: string;
  /** 1 for the first attempt. */
  readonly number: number;
  /** Names the work this attempt belongs to; the same for all its attempts. */
  readonly cause: string;
  /** Aborts when the work is given up. */
  readonly signal: AbortSignal;
}

const outsideTemporal = new AsyncLocalStorage<Attempt>();

/** Runs an attempt that no Temporal worker drives. */
export function runAttempt<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
  return outsideTemporal.run(attempt, work);
}

/**
 * The attempt this code runs in.
 * @throws Error outside of any.
 */
export function currentAttempt(): Attempt {
  const attempt = outsideTemporal.getStore();
  if (attempt !== undefined) return attempt;
  if (asyncLocalStorage.getStore() === undefined) throw new Error('An activity runs in an attempt only');
  const { activityType, attempt: number, workflowExecution } = activityInfo();
  const cause = workflowExecution?.runId ?? '';
  const signal = Context.current().cancellationSignal;
  return { activity: activityType, number, cause, signal };
}
