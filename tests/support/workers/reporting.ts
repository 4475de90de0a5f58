import { openFileFolder, openReportFiles, type ReportFiles, startFoldFollower } from '@tapwise/adapters';
import {
  createDirectory,
  createReportSchedules,
  directoryStreamPrefixes,
  evolveDirectory,
  evolveReportSchedules,
  type ReportSchedules,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';
import { createChangeSignal } from '../../../workflows/src/activity/change-signal.ts';
import { createLocalRunner } from '../../../workflows/src/local/local-runner.ts';
import { findProcess } from '../../../workflows/src/processes.ts';
import { createKeepScheduleActivities } from '../../../workflows/src/reports/keep-schedule/keep-schedule.activities.ts';
import { pastStatesFrom } from '../../../workflows/src/reports/send-report/past-state.ts';
import { readSchedule } from '../../../workflows/src/reports/send-report/send-context.ts';
import { createSendReportActivities } from '../../../workflows/src/reports/send-report/send-report.activities.ts';
import { reportRequests } from '../../../workflows/src/reports/send-report/send-report.requests.ts';
import { standingSchedules } from '../../../workflows/src/reports/standing-schedules.ts';
import { checkpointsIn } from '../../../workflows/src/start/checkpoint.ts';
import { followRequests } from '../../../workflows/src/start/follow-requests.ts';
import { keepStanding } from '../../../workflows/src/start/keep-standing.ts';
import type { ApiService } from '../services/api-service.ts';
import { type Mailing, startMailing } from './mailing.ts';

/** What the workflows process does about scheduled reports and their mails. */
export interface Reporting extends Mailing {
  readonly files: ReportFiles;
  /** As far as the log was read. */
  schedules(): ReportSchedules;
}

export interface ReportingOptions {
  /** Between the sends of each active report, in place of its calendar. */
  readonly everySeconds?: number;
  /** Everything but the mails ends when this would begin, as if the process were killed. */
  readonly diesBefore?: 'requestReportMails' | 'followReportMails';
}

export async function startReporting(
  api: ApiService,
  folder: string,
  { everySeconds, diesBefore }: ReportingOptions = {},
): Promise<Reporting> {
  const { log, deps } = api;
  const { logger, vault, now, tables } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const files = openReportFiles(openFileFolder(folder), vault);
  const directory = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: directoryStreamPrefixes,
    signal,
  });
  const changed = createChangeSignal();
  const schedules = startFoldFollower<ReportSchedules>(log, {
    state: createReportSchedules(),
    evolve: (state, { event, position }) => {
      evolveReportSchedules(state, event, position);
      changed.notify();
    },
    streamPrefixes: reportScheduleStreamPrefixes,
    signal,
  });
  const common = { log, directory, schedules, now };
  const activities = {
    ...createKeepScheduleActivities({ ...common, everySeconds }),
    ...createSendReportActivities({
      ...common,
      tables,
      withPastState: pastStatesFrom(log, api.addresses.CLICKHOUSE_URL, signal),
      files,
      completeAfterHours: 3,
      publicUrl: 'https://tapwise.test',
    }),
  };
  const die = async (): Promise<never> => {
    stopping.abort();
    throw new Error('The process was killed');
  };
  if (diesBefore !== undefined) Object.assign(activities, { [diesBefore]: die });
  const mailing = await startMailing(api, {
    folder,
    reports: { files, readSchedule: (id) => readSchedule(log, id) },
  });
  const checkpoint = checkpointsIn(log, 1)('report-requests');
  const runner = createLocalRunner({ processes: findProcess, activities, logger, signal, stop: signal });
  const working = Promise.all([
    followRequests({ log, kinds: [reportRequests], checkpoint, runner, logger, signal }),
    keepStanding({
      processes: () => standingSchedules(directory, schedules),
      changed,
      wakesAtEnd: true,
      runner,
      logger,
      signal,
    }),
  ]);
  return {
    ...mailing,
    files,
    schedules: () => schedules.state,
    stop: async () => {
      stopping.abort();
      await working;
      await runner.ended();
      await mailing.stop();
    },
  };
}
