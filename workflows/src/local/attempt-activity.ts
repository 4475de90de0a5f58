import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { runAttempt } from '../activity/attempt.ts';
import { inAttemptSpan } from '../activity/attempt-span.ts';
import { carriedFailure } from '../activity/outside-failure.ts';
import type { ActivityOptions } from '../story/process.ts';
import { ActivityFailed } from '../story/steps.ts';

export interface LocalActivity {
  readonly name: string;
  readonly options: ActivityOptions;
  /** Makes one attempt. */
  readonly run: () => Promise<unknown>;
  /** Of the event that asked for the process. */
  readonly traceparent?: string | undefined;
  /** Aborts an attempt under way. */
  readonly signal: AbortSignal;
  /** No further attempt begins after this. */
  readonly stop: AbortSignal;
}

/**
 * Repeats an activity as Temporal would.
 * @throws ActivityFailed after its last attempt; the error of the attempt when it was stopped.
 */
export async function attemptActivity(activity: LocalActivity): Promise<unknown> {
  const { name, options, run, traceparent, signal, stop } = activity;
  const cause = `local ${crypto.randomUUID()}`;
  const { attempts = Number.POSITIVE_INFINITY } = options.retry;
  for (let number = 1; ; number += 1) {
    signal.throwIfAborted();
    try {
      const attempt = { activity: name, number, cause, signal };
      return await inAttemptSpan(name, traceparent, () => runAttempt(attempt, run));
    } catch (error) {
      if (stop.aborted || signal.aborted) throw error;
      if (number >= attempts || isFinal(error))
        throw new ActivityFailed(name, carriedFailure(error)?.slow === true, error);
      await pause(pauseAfter(error, number, options), undefined, { signal: stop });
    }
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}

/** Milliseconds before the next attempt: what the partner asked for, else ever longer. */
function pauseAfter(error: unknown, failures: number, { retry }: ActivityOptions): number {
  const requestedPause = error instanceof ApplicationFailure ? error.nextRetryDelay : undefined;
  if (typeof requestedPause === 'number') return requestedPause;
  return Math.min(retry.longestPauseSeconds, retry.firstPauseSeconds * 2 ** (failures - 1)) * 1000;
}
