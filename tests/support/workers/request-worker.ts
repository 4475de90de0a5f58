import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, type EventLog } from '@tapwise/adapters';
import { createLocalRunner } from '../../../workflows/src/local/local-runner.ts';
import { followRequests } from '../../../workflows/src/start/follow-requests.ts';
import type { RequestKind } from '../../../workflows/src/start/request-kind.ts';
import type { ActivityFunctions, Process } from '../../../workflows/src/story/process.ts';
import type { ProcessRunner } from '../../../workflows/src/story/process-runner.ts';
import {
  type SkippedWaits,
  type SkippingClock,
  withSkippedWaits,
} from '../../../workflows/src/testing/skipped-waits.ts';

/** What carries out the requests of one kind, with a clock of its own: instead of waiting it moves the clock on. */
export interface RequestWorker {
  /** While it is away, requests wait in the log. */
  away: boolean;
  stop(): Promise<void>;
}

export interface RequestWorkerOptions<Input> extends SkippedWaits {
  readonly log: EventLog;
  readonly kind: RequestKind<Input>;
  readonly process: Process;
  readonly activities: object;
  readonly clock: SkippingClock;
  /** Ends it; the activities stop by it. */
  readonly stopping: AbortController;
}

const awayLookMs = 20;

export function startRequestWorker<Input>(options: RequestWorkerOptions<Input>): RequestWorker {
  const { log, kind, clock, stopping } = options;
  const { signal } = stopping;
  const logger = createLogger('test', 'silent');
  const process = withSkippedWaits(options.process, clock, options);
  const activities: ActivityFunctions = { ...options.activities };
  const local = createLocalRunner({
    processes: () => process,
    activities,
    logger,
    signal,
    stop: signal,
    now: clock.now,
  });
  const worker = { away: false };
  // As a call of an engine that does not answer, it lasts.
  const unlessAway = async (call: () => Promise<void>): Promise<void> => {
    while (worker.away) await pause(awayLookMs, undefined, { signal });
    await call();
  };
  const runner: ProcessRunner = {
    engine: local.engine,
    start: (contract, input) => unlessAway(() => local.start(contract, input)),
    wake: (contract, input) => unlessAway(() => local.wake(contract, input)),
  };
  const checkpoint = { read: async () => undefined, write: async () => undefined };
  const following = followRequests({ log, kinds: [kind], checkpoint, runner, logger, signal });
  return Object.assign(worker, {
    stop: async () => {
      stopping.abort();
      await Promise.all([following, local.ended()]);
    },
  });
}
