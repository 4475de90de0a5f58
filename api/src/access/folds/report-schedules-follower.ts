import type { EventLog, Logger, SnapshotStore } from '@tapwise/adapters';
import {
  createReportSchedules,
  type DomainEvent,
  type DomainEventOf,
  evolveReportSchedules,
  type ReportSchedules,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';
import { type ListenedFold, startListenedFold } from './listened-fold.ts';

type SendNews = DomainEventOf<'ReportSendDue'> | DomainEventOf<'ReportSendEnded'>;

const isSendNews = (event: DomainEvent): event is SendNews =>
  event.type === 'ReportSendDue' || event.type === 'ReportSendEnded';

/** All scheduled reports and their sends, kept current by following the log; news are that a send begins and that it ends. */
export type ReportSchedulesFollower = ListenedFold<ReportSchedules, SendNews>;

export const startReportSchedules = (
  log: EventLog,
  logger: Logger,
  snapshots?: SnapshotStore,
): ReportSchedulesFollower =>
  startListenedFold(
    {
      state: createReportSchedules(),
      evolve: (all, { event, position }) => void evolveReportSchedules(all, event, position),
      isNews: isSendNews,
      streamPrefixes: reportScheduleStreamPrefixes,
      name: 'api-reportSchedules',
      version: 'reportSchedules',
      what: 'Scheduled reports',
    },
    log,
    logger,
    snapshots,
  );
