import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  createReportSchedules,
  type DomainEventOf,
  evolveReportSchedules,
  foldVersions,
  type ReportSchedules,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';

type SendNews = DomainEventOf<'ReportSendDue'> | DomainEventOf<'ReportSendEnded'>;

/** All scheduled reports and their sends, kept current by following the log. */
export interface ReportSchedulesFollower {
  readonly state: ReportSchedules;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Calls back when a send begins and when it ends; what it returns stops that. */
  listen(listener: (event: SendNews) => void): () => void;
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
  const listeners = new Set<(event: SendNews) => void>();
  const fold = startFoldFollower<ReportSchedules>(log, {
    state: createReportSchedules(),
    evolve: (all, { event, position }) => {
      evolveReportSchedules(all, event, position);
      if (event.type !== 'ReportSendDue' && event.type !== 'ReportSendEnded') return;
      for (const listener of listeners) listener(event);
    },
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
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      stopped.abort();
      return fold.ended;
    },
  };
}
