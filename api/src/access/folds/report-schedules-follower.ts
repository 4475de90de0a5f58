import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  createReportSchedules,
  evolveReportSchedules,
  foldVersions,
  type ReportSchedules,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';

/** All scheduled reports and their sends, kept current by following the log. */
export interface ReportSchedulesFollower {
  readonly state: ReportSchedules;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startReportSchedules(
  log: EventLog,
  logger: Logger,
  snapshots?: SnapshotStore,
): ReportSchedulesFollower {
  const stopped = new AbortController();
  const fold = startFoldFollower<ReportSchedules>(log, {
    state: createReportSchedules(),
    evolve: (all, { event, position }) => void evolveReportSchedules(all, event, position),
    streamPrefixes: reportScheduleStreamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-reportSchedules', version: foldVersions.reportSchedules },
    onFault: (error) => logger.warn({ err: error }, 'Scheduled reports cannot be followed now'),
  });
  return {
    state: fold.state,
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    reached: (position) =>
      fold.reached(position).catch((error: unknown) => logger.warn({ err: error }, 'Scheduled reports are behind')),
    close: () => {
      stopped.abort();
      return fold.ended;
    },
  };
}
