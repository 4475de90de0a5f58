import type { Logger } from '@tapwise/adapters';
import { createChangeSignal } from '../linking/change-signal.ts';
import { failurePauseSeconds } from '../rounds/failure-pause.ts';

/** Work that is repeated for ever, or until it says that it is done. */
export interface Job {
  readonly name: string;
  /** Does its work and answers how many seconds to wait before the next round, or that there is none. */
  readonly round: () => Promise<number | 'done'>;
}

/** Jobs of one subject, of which one runs at a time. */
export interface JobQueue {
  /** Resolves when the queue has ended: all jobs done, or stopped after the round under way. */
  readonly ended: Promise<void>;
  /** Makes every job due now, and forgets that it failed. */
  wake(): void;
}

export interface JobQueueOptions {
  readonly logger: Logger;
  /** No further round begins after this. */
  readonly stop: AbortSignal;
  /** Runs a round, possibly after waiting for its turn among other queues. */
  readonly turn: <Result>(round: () => Promise<Result>) => Promise<Result>;
  /** Milliseconds; the clock of this process. */
  readonly now?: () => number;
}

interface Planned {
  readonly job: Job;
  dueAt: number;
  failures: number;
  /** Woken since its last round began. */
  woken: boolean;
}

/** Starts a queue. Of several jobs that are due the one listed first runs; a failed round is repeated after a pause that grows. */
export function startJobQueue(jobs: readonly Job[], options: JobQueueOptions): JobQueue {
  const { stop, now = Date.now } = options;
  const woken = createChangeSignal();
  const planned = new Set<Planned>(jobs.map((job) => ({ job, dueAt: 0, failures: 0, woken: false })));
  const run = async (): Promise<void> => {
    while (!stop.aborted && planned.size > 0) {
      const next = [...planned].find(({ dueAt }) => dueAt <= now());
      if (next === undefined) await woken.wait(Math.max(0, earliest(planned) - now()), stop);
      else if ((await runRound(next, options, now)) === 'done') planned.delete(next);
    }
  };
  return {
    ended: run(),
    wake: () => {
      for (const job of planned) Object.assign(job, { dueAt: 0, failures: 0, woken: true });
      woken.notify();
    },
  };
}

function earliest(planned: ReadonlySet<Planned>): number {
  return Math.min(...[...planned].map(({ dueAt }) => dueAt));
}

async function runRound(
  planned: Planned,
  { turn, stop, logger }: JobQueueOptions,
  now: () => number,
): Promise<'done' | 'go on'> {
  planned.woken = false;
  try {
    // The turn may come after the stop.
    const pause = await turn(async () => (stop.aborted ? 0 : planned.job.round()));
    planned.failures = 0;
    if (pause === 'done') return 'done';
    planned.dueAt = planned.woken ? 0 : now() + pause * 1000;
  } catch (error) {
    planned.failures += 1;
    const seconds = failurePauseSeconds(planned.failures, error);
    planned.dueAt = now() + seconds * 1000;
    if (!stop.aborted) logger.warn({ err: error, job: planned.job.name, seconds }, 'a round failed; it is repeated');
  }
  return 'go on';
}
