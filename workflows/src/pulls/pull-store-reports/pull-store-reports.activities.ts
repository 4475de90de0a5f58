import {
  type FailureRecorder,
  keyRefusal,
  type StoreReportsClient,
  StoreReportsError,
  storeZone,
} from '@tapwise/adapters';
import { addDays, dayInZone } from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import type { StoreReportActivities } from './pull-store-reports.contract.ts';
import { recordStoreDays, type StoreDaysDone } from './record-store-days.ts';
import { recordStoreProblems } from './record-store-problems.ts';
import { knowConnection, recordCheck, type StoreConnectionSource } from './store-connection.ts';

export interface StoreReportDependencies extends StoreConnectionSource {
  readonly storeReports: StoreReportsClient;
  readonly failures: FailureRecorder;
}

/** Reports come once a day; asking again this often brings a new one in soon enough. */
const regularPauseSeconds = 1800;
/** A key that is refused stays refused until it is changed; a new one wakes the workflow at once. */
const refusedPauseSeconds = 3600;
/** A file that was cut off on the way is whole the next time; one that stays broken is asked for as seldom as the others. */
const brokenPauseSeconds = 300;

/** Activities of `pullStoreReports`. Each may be repeated: only what differs is appended. */
export function createStoreReportActivities(
  dependencies: StoreReportDependencies,
): Pick<StoreReportActivities, 'pullStoreReports'> {
  const { log, storeReports, failures, logger } = dependencies;
  return {
    pullStoreReports: ({ application_id }) =>
      runActivity(async (signal) => {
        const connection = await knowConnection(dependencies, application_id);
        if (connection === undefined) return { pause_seconds: refusedPauseSeconds };
        const { application, key } = connection;
        const yesterday = addDays(dayInZone(Date.now(), storeZone), -1);
        try {
          const done = await recordStoreDays({ log, storeReports, logger, application, key, yesterday, signal });
          await recordCheck(dependencies, application_id, 'accepted');
          await recordStoreProblems({ log, failures, application_id, yesterday }, done.newState);
          return { pause_seconds: pauseAfter(done) };
        } catch (error) {
          if (!(error instanceof StoreReportsError) || error.kind !== 'refused') throw error;
          await recordCheck(dependencies, application_id, keyRefusal(error));
          logger.warn({ application_id, status: error.status }, 'the store refuses the key of its reports');
          return { pause_seconds: refusedPauseSeconds };
        }
      }),
  };
}

function pauseAfter({ recorded, broken, left }: StoreDaysDone): number {
  if (left > 0 && recorded > 0) return 0;
  return broken > 0 ? brokenPauseSeconds : regularPauseSeconds;
}
