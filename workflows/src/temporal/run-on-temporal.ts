import {
  ActivityFailure,
  condition,
  defineSignal,
  isCancellation,
  makeContinueAsNewFunc,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { OutsideFailure } from '../activity/outside-failure.ts';
import type { ActivityOptions, ProcessContract } from '../story/process.ts';
import { runStory } from '../story/run-story.ts';
import { ActivityFailed, type Steps, type Story } from '../story/steps.ts';
import { wakeSignal } from './signals.ts';
import { taskQueues } from './task-queues.ts';

/** Events of a history after which the next pass begins a new one; far below the server's limit. */
const longestHistory = 4000;

/** A worker that died is noticed after this long. */
const usualHeartbeatSeconds = 10;

/** Runs a story as the workflow that this is called in. */
export async function runOnTemporal<Input, Activities extends object>(
  process: ProcessContract<Input, Activities>,
  story: Story<Input, Activities>,
  input: Input,
): Promise<void> {
  let woken = false;
  setHandler(defineSignal(wakeSignal), () => {
    woken = true;
  });
  const steps: Steps<Input, Activities> = {
    call: activitiesOf(process),
    // A timer of no time still waits for the server's queue of timers, up to a second.
    sleep: (seconds) => (seconds > 0 ? sleep(Math.ceil(seconds * 1000)) : Promise.resolve()),
    sleepUntil: (instant) => steps.sleep((instant - Date.now()) / 1000),
    untilWoken: async (seconds) => {
      if (!woken && seconds > 0) await condition(() => woken, Math.ceil(seconds * 1000));
      const wasWoken = woken;
      woken = false;
      return wasWoken;
    },
    continueWith: async (next) => {
      const { continueAsNewSuggested, historyLength } = workflowInfo();
      if (continueAsNewSuggested || historyLength > longestHistory)
        await makeContinueAsNewFunc<(next: Input) => Promise<void>>()(next);
    },
    now: () => Date.now(),
  };
  await runStory(steps, { story, input });
}

function activitiesOf<Input, Activities extends object>(process: ProcessContract<Input, Activities>): Activities {
  const options = Object.entries(process.activities as Record<string, ActivityOptions>);
  return Object.fromEntries(options.map(([name, how]) => [name, activityOf(name, how)])) as Activities;
}

/** Memo of the event that asked for the process, which the worker's spans continue; see `attempt-interceptors.ts`. */
type TracedActivities = { readonly [name: string]: (input: unknown, traceparent?: unknown) => Promise<unknown> };

function activityOf(
  name: string,
  { queue, longestSeconds, heartbeatSeconds = usualHeartbeatSeconds, retry }: ActivityOptions,
) {
  const { [name]: call } = proxyActivities<TracedActivities>({
    taskQueue: taskQueues[queue],
    startToCloseTimeout: longestSeconds * 1000,
    heartbeatTimeout: heartbeatSeconds * 1000,
    retry: {
      initialInterval: retry.firstPauseSeconds * 1000,
      backoffCoefficient: 2,
      maximumInterval: retry.longestPauseSeconds * 1000,
      ...(retry.attempts === undefined ? {} : { maximumAttempts: retry.attempts }),
    },
  });
  return async (input: unknown) => {
    try {
      const traceparent = workflowInfo().memo?.traceparent;
      return await (traceparent === undefined ? call?.(input) : call?.(input, traceparent));
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      throw new ActivityFailed(name, isLasting(error), error);
    }
  };
}

/** What `runActivity` put into the failure of the activity. */
function isLasting({ cause }: ActivityFailure): boolean {
  const details =
    cause !== undefined && 'details' in cause ? (cause.details as readonly OutsideFailure[] | null) : null;
  return details?.[0]?.slow === true;
}
