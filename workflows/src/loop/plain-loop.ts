import { availableParallelism } from 'node:os';
import type { EventLog, FoldFollower, Logger } from '@tapwise/adapters';
import type { Directory, OpenApplication } from '@tapwise/domain';
import pLimit from 'p-limit';
import type { ChangeSignal } from '../linking/change-signal.ts';
import type { LastFit } from '../refit-models/refit-models.contract.ts';
import type { Activities } from '../worker.ts';
import { createFirstDays, type FirstDays } from './first-days.ts';
import { type Job, type JobQueue, type JobQueueOptions, startJobQueue } from './job-queue.ts';
import { organizationJobs } from './organization-jobs.ts';

export interface PlainLoopOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  /** To be called without Temporal; see `attemptActivities`. */
  readonly activities: Activities;
  /** Whether there is an API user to pull with. */
  readonly pulls: boolean;
  /** Whether there are tables to learn from. */
  readonly refits: boolean;
  /** Notified when there is more to do: an organization was linked, an account named, an application or a key added. */
  readonly changed: readonly ChangeSignal[];
  readonly logger: Logger;
  /** Finishes the rounds under way and begins no other. */
  readonly stop: AbortSignal;
}

// With few processors what was begun first is done sooner when less is begun beside it.
const queuesAtOnce = Math.max(2, Math.min(4, availableParallelism()));
const reviewMs = 60_000;
const lookAgainSeconds = 1;

/**
 * Does the work of the workflows while there is no Temporal: the same activities, in queues of which each does one thing at a
 * time. Its progress is read from the log, so it goes on where Temporal or an earlier process was.
 * Resolves when it was stopped and the rounds under way have ended.
 */
export async function runPlainLoop(options: PlainLoopOptions): Promise<void> {
  const { directory, logger, stop } = options;
  await Promise.race([directory.caughtUp, aborted(stop)]);
  const turn = pLimit(queuesAtOnce);
  const queues = new Map<string, JobQueue>();
  const open = (key: string, jobs: () => readonly Job[], how: Partial<JobQueueOptions> = {}): JobQueue => {
    const queue = queues.get(key) ?? startJobQueue(jobs(), { logger, stop, turn, ...how });
    queues.set(key, queue);
    return queue;
  };
  const review = createReview(options, open);
  while (!stop.aborted) {
    review([...directory.state.applications.values()]);
    await waitForAny(options.changed, reviewMs, stop);
  }
  await Promise.all([...queues.values()].map(({ ended }) => ended));
}

type OpenQueue = (key: string, jobs: () => readonly Job[], how?: Partial<JobQueueOptions>) => JobQueue;

/** Opens the queues that are missing, and wakes one whose key is another now, or whose account was named again. */
function createReview(
  { log, directory, activities, pulls, refits }: PlainLoopOptions,
  open: OpenQueue,
): (applications: readonly OpenApplication[]) => void {
  const access = new Map<string, unknown>();
  const wakeWhenRenewed = (key: string, queue: JobQueue, current: unknown): void => {
    if (access.has(key) && access.get(key) !== current) queue.wake();
    access.set(key, current);
  };
  // A fit takes all of a processor, and years of store reports are many calls: each come one after the other, beside the pulls.
  const fitTurn = pLimit(1);
  const storeTurn = pLimit(1);
  return (applications) => {
    for (const { application_id, organizations, store_connection, name_submitted_at } of applications) {
      for (const { org_id, time_zone } of pulls ? organizations : []) {
        const organization = { application_id, org_id, time_zone };
        const key = `organization ${application_id} ${org_id}`;
        const queue = open(key, () => organizationJobs(activities, log, organization));
        wakeWhenRenewed(key, queue, name_submitted_at);
      }
      const firstDays = createFirstDays({ log, directory, pulls }, application_id);
      if (store_connection !== null) {
        const round = async () => {
          if (!(await firstDays.areComplete())) return lookAgainSeconds;
          return (await activities.pullStoreReports({ application_id })).pause_seconds;
        };
        const key = `store ${application_id}`;
        const queue = open(key, () => [{ name: 'pull store reports', round }], { turn: storeTurn });
        wakeWhenRenewed(key, queue, store_connection);
      }
      if (refits)
        open(`fit ${application_id}`, () => [fitJob(activities, application_id, firstDays)], { turn: fitTurn });
    }
  };
}

function fitJob({ refitWhenDue }: Activities, application_id: number, firstDays: FirstDays): Job {
  let fitted: LastFit | null = null;
  const round = async () => {
    if (!(await firstDays.haveBegun())) return lookAgainSeconds;
    const done = await refitWhenDue({ application_id, fitted });
    fitted = done.fitted;
    return done.pause_seconds;
  };
  return { name: 'fit models', round };
}

/** Waits until one of them is notified, the time is over, or the signal aborts. */
async function waitForAny(signals: readonly ChangeSignal[], timeoutMs: number, stop: AbortSignal): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([stop, over.signal]);
  await Promise.race(signals.map((signal) => signal.wait(timeoutMs, either)));
  over.abort();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
