import {
  type ClickHouseClient,
  type EventLog,
  evolveAll,
  type FoldFollower,
  type ReportFiles,
} from '@tapwise/adapters';
import {
  type Directory,
  type ExistingReportSchedule,
  findApplication,
  type LinkedOrganization,
  type OpenApplication,
  type ReportScheduleEvent,
  type ReportSchedules,
  type ReportSend,
  type ReportSendEvent,
  type ReportSendState,
  reportScheduleDecider,
  reportScheduleStream,
  reportSendDecider,
  reportSendStream,
} from '@tapwise/domain';
import type { ReportOrder } from '@tapwise/projections/queries';
import type { WithPastState } from './past-state.ts';
import type { SendReportInput } from './send-report.contract.ts';

/** What sends of reports are made with. */
export interface SendReportDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly schedules: FoldFollower<ReportSchedules>;
  /** Absent where there are none: then everything waits. */
  readonly tables: ClickHouseClient | undefined;
  /** For reports that are made again of what the tables held then. */
  readonly withPastState: WithPastState | undefined;
  readonly files: ReportFiles;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeAfterHours: number;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** A send with what it is about, as the log has it now. */
export interface SendSubject {
  readonly send: ReportSend;
  readonly schedule: ExistingReportSchedule;
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/** @returns `undefined` for one that was never asked for. */
export async function readSend(
  { log }: Pick<SendReportDependencies, 'log'>,
  input: SendReportInput,
): Promise<ReportSend | undefined> {
  const recorded = await log.readStream(reportSendStream(input));
  const events = recorded.map(({ event }) => event as ReportSendEvent);
  const state: ReportSendState = evolveAll(reportSendDecider, reportSendDecider.initialState(), events);
  return state.due === null ? undefined : state;
}

/** The schedule with all that was decided up to now; `undefined` for one that was deleted. */
export async function readSchedule(log: EventLog, scheduleId: number): Promise<ExistingReportSchedule | undefined> {
  const recorded = await log.readStream(reportScheduleStream(scheduleId));
  const events = recorded.map(({ event }) => event as ReportScheduleEvent);
  const state = evolveAll(reportScheduleDecider, reportScheduleDecider.initialState(), events);
  return state.status === 'absent' || state.status === 'deleted' ? undefined : state;
}

/** What an open send is about; a sentence where that is gone; `undefined` when nothing is left to do. */
export async function readSubject(
  deps: SendReportDependencies,
  input: SendReportInput,
): Promise<SendSubject | string | undefined> {
  await deps.directory.caughtUp;
  const send = await readSend(deps, input);
  if (send === undefined || send.ended !== null) return undefined;
  const schedule = await readSchedule(deps.log, input.schedule_id);
  if (schedule === undefined) return 'The report was deleted';
  const application = findApplication(deps.directory.state, schedule.application_id);
  const orgId = send.due.report.scope.asa_organization_id;
  const organization = application?.organizations.find(({ org_id }) => org_id === orgId);
  if (application === undefined || organization === undefined) return 'Its campaign group is not linked any more';
  return { send, schedule, application, organization };
}

/** What an order has besides its send. */
export interface OrderFacts {
  readonly madeAt: Date;
  /** The figures are those of this instant: the same, but where the report is made again. */
  readonly figuresAt: Date;
  /** Names of the labels that choose the rows. */
  readonly labels: readonly string[];
}

/** What the tables are asked for a send. */
export const orderOf = (
  deps: SendReportDependencies,
  { send: { due }, application, organization }: SendSubject,
  { madeAt, figuresAt, labels }: OrderFacts,
): ReportOrder => ({
  application,
  organization,
  report: due.report,
  labels,
  range: { from: due.from, to: due.to },
  corrected: due.kind === 'corrected',
  now: figuresAt,
  madeAt,
  completeAfterHours: deps.completeAfterHours,
  publicUrl: deps.publicUrl,
});
