import { type Logger, untilConnected } from '@tapwise/adapters';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { ExtraPullActivities } from './pull-extras/pull-extras.activities.ts';
import type { PullActivities } from './pull-organization/pull-organization.activities.ts';
import type { StoreReportActivities } from './pull-store-reports/pull-store-reports.activities.ts';
import type { RefitActivities } from './refit-models/refit-models.activities.ts';
import type { RetryAttributionActivities } from './retry-attribution/retry-attribution.activities.ts';
import { taskQueue } from './task-queue.ts';
import { preparedBundle } from './workflow-bundle.ts';

export type Activities = PullActivities &
  ExtraPullActivities &
  StoreReportActivities &
  RefitActivities &
  RetryAttributionActivities;

export interface WorkerOptions {
  /** `host:7233` */
  readonly address: string;
  readonly namespace: string;
  readonly activities: Activities;
  /** Where bundled workflow code is kept between starts. */
  readonly bundleFolder: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Work under way has this long to end when the process is told to; whatever is cut off is repeated elsewhere. */
const graceMs = 100;
const forceMs = 400;
/** Workflows of a worker that died are given to another one after this long. */
const stickyMs = 2000;

/** Runs workflows and their activities until the signal aborts, and waits for the server for as long as it takes. */
export async function keepWorkerRunning(options: WorkerOptions): Promise<void> {
  const { logger, signal } = options;
  Runtime.install({
    // The process itself listens to signals; the runtime must not race it.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // Work that is cut off at the end of the process is no fault: it is repeated elsewhere.
      if (!signal.aborted) logger.warn({ level, ...meta }, message);
    }),
  });
  let failing = false;
  const onFault = (error: unknown) => {
    if (!failing) logger.info({ reason: String(error) }, 'waiting for Temporal');
    failing = true;
  };
  while (!signal.aborted) {
    try {
      const connection = await untilConnected(() => NativeConnection.connect({ address: options.address }), {
        signal,
        onFault,
      });
      failing = false;
      await runUntilAborted(connection, options).finally(() => connection.close());
    } catch (error) {
      if (!signal.aborted) onFault(error);
    }
  }
}

async function runUntilAborted(connection: NativeConnection, options: WorkerOptions): Promise<void> {
  const { signal, logger } = options;
  const worker = await Worker.create({
    connection,
    namespace: options.namespace,
    taskQueue,
    workflowBundle: { codePath: await preparedBundle(options.bundleFolder, signal) },
    activities: { ...options.activities },
    maxConcurrentActivityTaskExecutions: 20,
    maxCachedWorkflows: 200,
    workflowThreadPoolSize: 1,
    stickyQueueScheduleToStartTimeout: stickyMs,
    shutdownGraceTime: graceMs,
    shutdownForceTime: forceMs,
  });
  const stop = () => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) return;
  logger.info('working for Temporal');
  try {
    await worker.run();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
