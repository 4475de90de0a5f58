import {
  type EventLog,
  handleCommand,
  type KeyVault,
  type LiveFold,
  type Logger,
  type StoreReportsClient,
  StoreReportsError,
  type StoreReportsKey,
  storeZone,
} from '@tapwise/adapters';
import {
  addDays,
  applicationDecider,
  applicationStream,
  type Directory,
  dayInZone,
  findApplication,
  type OpenApplication,
  reportStoreCheck,
} from '@tapwise/domain';
import { runAlive } from '../activity/run-alive.ts';
import { actingWorkflow } from '../streams/acting.ts';
import { recordStoreDays, type StoreDaysDone } from './record-store-days.ts';

export interface StoreReportActivities {
  /** Records the next part of the days that are missing. Answers how long to wait before the next round. */
  pullStoreReports(application: { application_id: number }): Promise<{ pause_seconds: number }>;
}

export interface StoreReportDependencies {
  readonly log: EventLog;
  readonly directory: LiveFold<Directory>;
  readonly vault: KeyVault;
  readonly storeReports: StoreReportsClient;
  readonly logger: Logger;
}

/** Reports come once a day; asking again this often brings a new one in soon enough. */
const regularPauseSeconds = 1800;
/** A key that is refused stays refused until it is changed; a new one wakes the workflow at once. */
const refusedPauseSeconds = 3600;
const unreadablePauseSeconds = 300;

/** Activities of `pullStoreReportsWorkflow`. Each may be repeated: only what differs is appended. */
export function createStoreReportActivities(dependencies: StoreReportDependencies): StoreReportActivities {
  const { log, storeReports, logger } = dependencies;
  return {
    pullStoreReports: ({ application_id }) =>
      runAlive(async (signal) => {
        const known = await knowConnection(dependencies, application_id);
        if (known === undefined) return { pause_seconds: refusedPauseSeconds };
        const { application, key } = known;
        const yesterday = addDays(dayInZone(Date.now(), storeZone), -1);
        try {
          const done = await recordStoreDays({ log, storeReports, logger, application, key, yesterday, signal });
          await recordCheck(dependencies, application_id, 'accepted');
          return { pause_seconds: pauseAfter(done) };
        } catch (error) {
          if (!(error instanceof StoreReportsError) || error.kind !== 'refused') throw error;
          await recordCheck(dependencies, application_id, error.status === 403 ? 'role_missing' : 'key_refused');
          logger.warn({ application_id, status: error.status }, 'the store refuses the key of its reports');
          return { pause_seconds: refusedPauseSeconds };
        }
      }),
  };
}

/** Records what the store said of the key, where it is news. */
async function recordCheck(
  { log, directory }: StoreReportDependencies,
  applicationId: number,
  outcome: Parameters<typeof reportStoreCheck>[1]['outcome'],
): Promise<void> {
  const at = new Date().toISOString();
  const known = findApplication(directory.state, applicationId);
  // Asked every half hour: the stream is only read when there is something to record.
  if (known === undefined || reportStoreCheck(known, { outcome, at }).length === 0) return;
  await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    context: actingWorkflow('pull-store-reports'),
    cause: `store check ${at}`,
    decide: (state) => reportStoreCheck(state, { outcome, at }),
  });
}

function pauseAfter({ settled, unreadable, left }: StoreDaysDone): number {
  if (left > 0 && settled > 0) return 0;
  return unreadable > 0 ? unreadablePauseSeconds : regularPauseSeconds;
}

/** The application and its key in the clear, which is sent to the store alone; `undefined` when there is none to use. */
async function knowConnection(
  { directory, vault }: StoreReportDependencies,
  applicationId: number,
): Promise<{ application: OpenApplication; key: StoreReportsKey } | undefined> {
  await directory.caughtUp;
  const application = findApplication(directory.state, applicationId);
  if (!application?.store_connection) return undefined;
  const { private_key: cipher, key_id, issuer_id, vendor_number } = application.store_connection;
  const private_key = await vault.decrypt(cipher);
  return private_key === undefined
    ? undefined
    : { application, key: { key_id, issuer_id, vendor_number, private_key } };
}
