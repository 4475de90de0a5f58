import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, withSignal } from '@tapwise/adapters';
import pLimit, { type LimitFunction } from 'p-limit';
import { type ChangeSignal, createChangeSignal } from '../activity/change-signal.ts';

import type { ActivityFunctions, ActivityOptions, ActivityQueue, Process } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { runStory } from '../story/run-story.ts';
import type { Steps } from '../story/steps.ts';
import { attemptActivity } from './attempt-activity.ts';

export interface LocalRunnerOptions {
  readonly processes: (name: string) => Process;
  readonly activities: ActivityFunctions;
  readonly logger: Logger;
  /** Aborts what can be repeated; changes at partners go on to their end. */
  readonly signal: AbortSignal;
  /** No further step begins after this. */
  readonly stop: AbortSignal;
  /** Milliseconds since 1970; the clock of this process. */
  readonly now?: () => number;
}

export interface LocalRunner extends ProcessRunner {
  /** Resolves when it was stopped and all activities have ended. */
  readonly ended: () => Promise<void>;
}

// With few processors what was begun first is done sooner when less is begun beside it. A fit takes all of a processor, and years of
// store reports are many calls: each come one after the other, beside the pulls.
const atOnce: Readonly<Record<ActivityQueue, number>> = {
  pulls: Math.max(2, Math.min(4, availableParallelism())),
  storeReports: 1,
  fits: 1,
  records: 20,
  writes: 20,
  deliveries: 200,
};
/** An activity asks for several campaigns at once, and each call listens more than once. */
const listenersAtMost = 100;
const restartSeconds = 5;
/** Timers hold 31 bits of milliseconds. */
const longestTimerSeconds = 86_400;

/** Runs stories in this process. A story that was cut off begins again when it is started again: what it did is in the log. */
export function createLocalRunner(options: LocalRunnerOptions): LocalRunner {
  const { processes, logger, stop } = options;
  const queues = Object.fromEntries(Object.entries(atOnce).map(([queue, count]) => [queue, pLimit(count)])) as Record<
    ActivityQueue,
    LimitFunction
  >;
  const running = new Map<string, Running>();
  const start: ProcessRunner['start'] = async (contract, input, traceparent) => {
    const id = contract.id(input);
    const existing = running.get(id);
    if (stop.aborted) return;
    if (existing !== undefined) {
      existing.isWantedAgain = true;
      return;
    }
    const woken = createChangeSignal();
    const process = processes(contract.name);
    const ended = runLocally({ ...options, queues, woken, id, traceparent }, process, input)
      .catch((error: unknown) => {
        if (!stop.aborted) logger.error({ err: error, process: id }, 'a process ended with an error');
      })
      .finally(() => {
        // It may have been about to end when it was asked for.
        const isWantedAgain = running.get(id)?.isWantedAgain === true;
        running.delete(id);
        if (isWantedAgain) void start(contract, input, traceparent);
      });
    running.set(id, { woken, ended, isWantedAgain: false });
  };
  return {
    engine: 'local',
    start,
    wake: async (contract, input) => {
      const existing = running.get(contract.id(input));
      if (existing === undefined) return start(contract, input);
      existing.woken.notify();
      // It may be past its last wait.
      existing.isWantedAgain = true;
    },
    ended: async () => {
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}

interface Running {
  readonly woken: ChangeSignal;
  readonly ended: Promise<void>;
  isWantedAgain: boolean;
}

interface LocalRun extends LocalRunnerOptions {
  readonly queues: Record<ActivityQueue, LimitFunction>;
  readonly woken: ChangeSignal;
  readonly id: string;
  readonly traceparent: string | undefined;
}

async function runLocally(run: LocalRun, { contract, story }: Process, input: unknown): Promise<void> {
  const { woken, stop, logger, id, now = Date.now } = run;
  const call = Object.fromEntries(
    Object.entries(contract.activities as Record<string, ActivityOptions>).map(([name, how]) => [
      name,
      localActivity(run, name, how),
    ]),
  );
  const sleep = async (seconds: number): Promise<void> => {
    stop.throwIfAborted();
    for (let left = seconds; left > 0; left -= longestTimerSeconds)
      await pause(Math.min(left, longestTimerSeconds) * 1000, undefined, { signal: stop });
  };
  const steps: Steps<unknown, object> = {
    call,
    sleep,
    sleepUntil: (instant) => sleep((instant - now()) / 1000),
    untilWoken: async (seconds) => {
      const wasWoken = await woken.wait(Math.min(seconds, longestTimerSeconds) * 1000, stop);
      stop.throwIfAborted();
      return wasWoken;
    },
    continueWith: async () => stop.throwIfAborted(),
    now,
  };
  const onFailure = (failure: Error, seconds: number): void => {
    logger.warn({ err: failure.cause, process: id, seconds }, `${failure.message}; it is repeated`);
  };
  for (;;) {
    try {
      await runStory(steps, { story, input, onFailure });
      return;
    } catch (error) {
      if (stop.aborted) return;
      // Temporal repeats a story that throws, too.
      logger.error({ err: error, process: id }, 'a story failed; it begins again');
      await sleep(restartSeconds);
    }
  }
}

function localActivity(run: LocalRun, name: string, options: ActivityOptions) {
  const { activities, queues, signal, stop, traceparent } = run;
  return (input: unknown) => {
    const activity = activities[name];
    if (activity === undefined) throw new Error(`No activity is called ${name}`);
    // While it waits for its next attempt others have their turn.
    const attempt = () =>
      queues[options.queue](async () => {
        // The turn may come after the stop.
        stop.throwIfAborted();
        return activity(input);
      });
    return withSignal({ signals: options.queue === 'writes' ? [] : [signal] }, (heard) => {
      setMaxListeners(listenersAtMost, heard);
      return attemptActivity({ name, options, run: attempt, traceparent, signal: heard, stop });
    });
  };
}
