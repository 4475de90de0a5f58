import type { Logger } from '@tapwise/adapters';
import {
  DefaultLogger,
  type NativeConnection,
  Runtime,
  type WorkerOptions as SdkOptions,
  Worker,
} from '@temporalio/worker';
import type { ApplyChangeActivities } from '../campaigns/apply-change/apply-change.contract.ts';
import type { ApplyChangeSetActivities } from '../campaigns/apply-change-set/apply-change-set.contract.ts';
import type { CreateCampaignActivities } from '../campaigns/create-campaign/create-campaign.contract.ts';
import type { RunAutomationActivities } from '../campaigns/run-automation/run-automation.contract.ts';
import type { RunCustomRuleActivities } from '../campaigns/run-custom-rule/run-custom-rule.contract.ts';
import type { SendAlertsActivities } from '../campaigns/send-alerts/send-alerts.contract.ts';
import type { SyncCreativesActivities } from '../campaigns/sync-creatives/sync-creatives.contract.ts';
import type { WatchAlertsActivities } from '../campaigns/watch-alerts/watch-alerts.contract.ts';
import type { WatchOwnAlertActivities } from '../campaigns/watch-own-alert/watch-own-alert.contract.ts';
import type { PeopleActivities } from '../composition/open-people-activities.ts';
import type { LinkOrganizationsActivities } from '../pulls/link-organizations/link-organizations.contract.ts';
import type { PublishExchangeRatesActivities } from '../pulls/publish-exchange-rates/publish-exchange-rates.contract.ts';
import type { ExtraPullActivities, FirstDaysActivities } from '../pulls/pull-extras/pull-extras.contract.ts';
import type { PullActivities } from '../pulls/pull-organization/pull-organization.contract.ts';
import type { StoreReportActivities } from '../pulls/pull-store-reports/pull-store-reports.contract.ts';
import type { ChangeActorsActivities } from '../pulls/read-change-actors/read-change-actors.contract.ts';
import type { RecheckStoreKeyActivities } from '../pulls/recheck-store-key/recheck-store-key.contract.ts';
import type { DeliverWebhooksActivities } from '../users/deliver-webhooks/deliver-webhooks.contract.ts';
import type { RefitActivities } from '../users/refit-models/refit-models.contract.ts';
import type { RetryAttributionActivities } from '../users/retry-attribution/retry-attribution.contract.ts';
import { attemptInterceptors } from './attempt-interceptors.ts';
import { deliveryQueue, taskQueue, writeQueue } from './task-queues.ts';
import { workerActivities } from './worker-activities.ts';

export type Activities = FirstDaysActivities &
  PullActivities &
  ChangeActorsActivities &
  ExtraPullActivities &
  StoreReportActivities &
  RefitActivities &
  ApplyChangeActivities &
  ApplyChangeSetActivities &
  CreateCampaignActivities &
  DeliverWebhooksActivities &
  RunAutomationActivities &
  RunCustomRuleActivities &
  SyncCreativesActivities &
  SendAlertsActivities &
  WatchAlertsActivities &
  WatchOwnAlertActivities &
  PeopleActivities &
  LinkOrganizationsActivities &
  PublishExchangeRatesActivities &
  RecheckStoreKeyActivities &
  RetryAttributionActivities;
/** Activities that change something at a partner; they run from a queue of their own. */
export type WriteActivities = Partial<Activities>;

export interface WorkerOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly activities: Activities;
  readonly writes: WriteActivities;
  /** How long writes may go on after the signal, in milliseconds. */
  readonly graceMs: number;
  /** Workflow code: bundled, or its entry file. */
  readonly workflows: Pick<SdkOptions, 'workflowBundle' | 'workflowsPath'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Work other than writes has this long to end when the process stops; what is aborted is repeated elsewhere. */
const repeatableGraceMs = 100;
/**
 * What does not end by itself then is abandoned after this long: an activity that ignores the end, a call to a Temporal that
 * stopped answering. The process may end sooner; this matters where it goes on without Temporal.
 */
const forceMs = 20_000;
/**
 * Workflows of a worker that died are given to another one after this long. So are those of one that is slow, which makes it slower:
 * the one that gets them reads and runs their histories from the start.
 */
const stickyMs = 5000;
/**
 * Tasks of workflows that a worker takes at once. They run one after another, and the server gives those that are not answered within ten
 * seconds to be done again: with more of them than a slow machine does in that time, work would be repeated and thrown away.
 */
const workflowTasksAtOnce = 15;

let installed = false;

/** Before the first connection; once per process, however often it is called. */
export function installRuntime(logger: Logger, signal: AbortSignal): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    // The process itself listens to signals; the runtime must not race it.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // Work that is cut off at the end of the process is no fault: it is repeated elsewhere.
      if (!signal.aborted) logger.warn({ level, ...meta }, message);
    }),
  });
}

/** Runs workflows and their activities until the signal aborts, then lets them end: writes within `graceMs`. */
export async function runWorkers(options: WorkerOptions): Promise<void> {
  const { connection, namespace, signal, graceMs, logger } = options;
  const shared = { connection, namespace, interceptors: attemptInterceptors };
  const registered = workerActivities(options.activities, options.writes);
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      ...options.workflows,
      taskQueue,
      activities: registered[taskQueue],
      maxConcurrentActivityTaskExecutions: 20,
      maxCachedWorkflows: 200,
      workflowThreadPoolSize: 1,
      maxConcurrentWorkflowTaskExecutions: workflowTasksAtOnce,
      maxConcurrentWorkflowTaskPolls: 4,
      stickyQueueScheduleToStartTimeout: stickyMs,
      shutdownGraceTime: repeatableGraceMs,
      shutdownForceTime: repeatableGraceMs + forceMs,
    }),
    Worker.create({
      ...shared,
      taskQueue: deliveryQueue,
      activities: registered[deliveryQueue],
      maxConcurrentActivityTaskExecutions: 200,
      shutdownGraceTime: repeatableGraceMs,
      shutdownForceTime: repeatableGraceMs + forceMs,
    }),
    Worker.create({
      ...shared,
      taskQueue: writeQueue,
      activities: registered[writeQueue],
      shutdownGraceTime: graceMs,
      shutdownForceTime: graceMs + forceMs,
    }),
  ]);
  const stop = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  signal.addEventListener('abort', stop, { once: true });
  logger.info('the Temporal worker runs');
  try {
    const running = workers.map((worker) => worker.run());
    if (signal.aborted) stop();
    // One that fails takes the other along.
    for (const part of running) part.catch(stop);
    await Promise.all(running);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
