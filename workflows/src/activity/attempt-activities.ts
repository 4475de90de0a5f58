import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { pullRetry } from '../pull-organization/pull-organization.contract.ts';
import { runAttempt } from './attempt.ts';

export interface AttemptOptions {
  /** Aborts what is under way. */
  readonly signal: AbortSignal;
  /** No further attempt begins after this. */
  readonly stop: AbortSignal;
  /** Activities that are not aborted: the end of the process waits for them as long as it can. */
  readonly unbroken?: readonly string[];
}

/** An activity asks for several campaigns at once, and each call listens more than once. */
const listenersAtMost = 100;
const never = new AbortController().signal;

/**
 * The same activities, for a caller without Temporal: each call runs in an attempt of its own and is repeated as a workflow
 * would repeat it.
 */
export function attemptActivities<Activities extends object>(
  activities: Activities,
  options: AttemptOptions,
): Activities {
  const entries = Object.entries(activities).map(([name, activity]) => [
    name,
    (input: unknown) => attemptUntilDone(name, () => activity(input), options),
  ]);
  return Object.fromEntries(entries);
}

async function attemptUntilDone(
  activity: string,
  run: () => Promise<unknown>,
  { signal, stop, unbroken = [] }: AttemptOptions,
): Promise<unknown> {
  const cause = `loop ${crypto.randomUUID()}`;
  // Its own, as many calls of one activity listen to it at once.
  const heard = AbortSignal.any([unbroken.includes(activity) ? never : signal]);
  setMaxListeners(listenersAtMost, heard);
  for (let number = 1; ; number += 1) {
    signal.throwIfAborted();
    try {
      return await runAttempt({ activity, number, cause, signal: heard, heartbeat: () => undefined }, run);
    } catch (error) {
      if (stop.aborted || number >= pullRetry.maximumAttempts || isFinal(error)) throw error;
      await pause(pauseAfter(error, number), undefined, { signal: stop });
    }
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}

/** Milliseconds before the next attempt: what the partner asked for, else ever longer. */
function pauseAfter(error: unknown, failures: number): number {
  const requestedPause = error instanceof ApplicationFailure ? error.nextRetryDelay : undefined;
  if (typeof requestedPause === 'number') return requestedPause;
  const { initialInterval, backoffCoefficient, maximumInterval } = pullRetry;
  return Math.min(maximumInterval, initialInterval * backoffCoefficient ** (failures - 1));
}
