import type { DomainEvent } from '../../event-catalogue.ts';
import { type ReportScheduleEvent, reportScheduleEvents } from './schedule/report-schedule.events.ts';
import { type ExistingReportSchedule, reportScheduleDecider } from './schedule/report-schedule.state.ts';
import { type ReportSendEvent, reportSendEvents } from './send/report-send.events.ts';
import { type DueReport, noSteps, type SendSteps, stepsAfter } from './send/report-send.state.ts';

/** A send without the report it is of, which is in its stream. */
export interface SendSummary extends SendSteps {
  readonly due: Omit<DueReport, 'report'>;
}

/** All schedules with their sends, kept current by following the log. Changed in place, by `evolveReportSchedules` alone. */
export interface ReportSchedules {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly schedules: Map<number, ExistingReportSchedule>;
  /** By schedule, oldest first. */
  readonly sends: Map<number, SendSummary[]>;
}

export const createReportSchedules = (): ReportSchedules => ({ position: -1n, schedules: new Map(), sends: new Map() });

export const reportScheduleStreamPrefixes: readonly string[] = ['reportSchedule-', 'reportSend-'];

/** Sends that are remembered of each schedule; older ones are in the log. */
const sendsKept = 1000;

const scheduleTypes: ReadonlySet<string> = new Set(reportScheduleEvents.map(({ type }) => type));
const sendTypes: ReadonlySet<string> = new Set(reportSendEvents.map(({ type }) => type));
const isScheduleEvent = (event: DomainEvent): event is ReportScheduleEvent => scheduleTypes.has(event.type);
const isSendEvent = (event: DomainEvent): event is ReportSendEvent => sendTypes.has(event.type);

/** Applies an event. @returns the id of the schedule it is about. */
export function evolveReportSchedules(all: ReportSchedules, event: DomainEvent, position: bigint): number | undefined {
  if (position > all.position) all.position = position;
  if (isScheduleEvent(event)) {
    const id = event.data.schedule_id;
    const schedule = reportScheduleDecider.evolve(all.schedules.get(id) ?? reportScheduleDecider.initialState(), event);
    if (schedule.status !== 'absent') all.schedules.set(id, schedule);
    return id;
  }
  if (!isSendEvent(event)) return undefined;
  applySend(all, event);
  return event.data.schedule_id;
}

function applySend(all: ReportSchedules, event: ReportSendEvent): void {
  const { schedule_id, send_id } = event.data;
  const sends = all.sends.get(schedule_id) ?? [];
  all.sends.set(schedule_id, sends);
  const index = sends.findLastIndex(({ due }) => due.send_id === send_id);
  const before = sends[index];
  if (event.type === 'ReportSendDue') {
    const { report: _report, ...due } = event.data;
    if (before === undefined) sends.push({ due, ...noSteps });
    if (sends.length > sendsKept) sends.splice(0, sends.length - sendsKept);
    return;
  }
  if (before !== undefined) sends[index] = { due: before.due, ...stepsAfter(before, event) };
}

/** Sends of a schedule, oldest first. */
export const sendsOf = ({ sends }: Pick<ReportSchedules, 'sends'>, scheduleId: number): readonly SendSummary[] =>
  sends.get(scheduleId) ?? [];

/**
 * The send that was made of the present: of one that is made again the first, however often it was before; `undefined` where that is
 * not remembered any more.
 */
export function originalSend(sends: readonly SendSummary[], send: SendSummary): SendSummary | undefined {
  if (send.due.kind !== 'again') return send;
  const repeated = sends.find(({ due }) => due.send_id === send.due.of_send_id);
  return repeated && originalSend(sends, repeated);
}

/**
 * Mails to addresses outside a team that were decided on a day: questions whether the report is wanted, and reports.
 * @param day of UTC.
 */
export function outsideMailsOfDay(
  { schedules, sends }: Pick<ReportSchedules, 'schedules' | 'sends'>,
  teamId: number,
  day: string,
): number {
  let count = 0;
  for (const { team_id, schedule_id, recipients } of schedules.values()) {
    if (team_id !== teamId) continue;
    for (const { asked } of recipients) count += asked.filter((at) => at.startsWith(day)).length;
    for (const { claimed } of sends.get(schedule_id) ?? []) {
      if (claimed === null || !claimed.claimed_at.startsWith(day)) continue;
      count += claimed.mails.filter(({ recipient_id }) => recipient_id.startsWith('address-')).length;
    }
  }
  return count;
}

/** Mails to addresses outside the team that one team may send in a day. */
export const mostOutsideMails = 200;

/** Schedules of an application that were not deleted. */
export const schedulesOf = (
  { schedules }: Pick<ReportSchedules, 'schedules'>,
  applicationId: number,
): ExistingReportSchedule[] =>
  [...schedules.values()].filter(
    ({ application_id, status }) => application_id === applicationId && status !== 'deleted',
  );

/** The state of a send as lists show it. */
export const sendState = ({ ended }: Pick<SendSteps, 'ended'>): 'waiting' | 'sent' | 'partly' | 'skipped' | 'failed' =>
  ended?.state ?? 'waiting';

/** The newest slot of a schedule that was recorded, milliseconds; `undefined` while there is none. */
export function lastSlotAt(sends: readonly SendSummary[]): number | undefined {
  const times = sends.flatMap(({ due }) => (due.kind === 'scheduled' ? [Date.parse(due.due_at)] : []));
  return times.length === 0 ? undefined : Math.max(...times);
}
