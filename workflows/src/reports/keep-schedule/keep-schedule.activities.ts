import { type EventLog, type FoldFollower, handleCommand, uuidV5 } from '@tapwise/adapters';
import {
  type Directory,
  type DueReport,
  dayInZone,
  daysOfReport,
  dueReportSlots,
  type ExistingReportSchedule,
  findApplication,
  lastReportDay,
  lastSlotAt,
  latestSendAt,
  missReport,
  nextReportSlot,
  type ReportSchedules,
  type ReportSendEvent,
  type ReportSendState,
  type ReportSlot,
  reportSendDecider,
  reportSendSpace,
  reportSendStream,
  requireReport,
  sendsOf,
  whyMissed,
} from '@tapwise/domain';
import { isIdle } from '../../activity/idle-teams.ts';
import { workflowActor } from '../../streams/actor.ts';
import { notifyAuthor } from '../notify-author.ts';
import type { KeepScheduleActivities } from './keep-schedule.contract.ts';

export interface KeepScheduleDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly schedules: FoldFollower<ReportSchedules>;
  /** Seconds between sends in place of the calendar. */
  readonly everySeconds: number | undefined;
  readonly now: () => Date;
}

const longestPauseSeconds = 3600;

export const createKeepScheduleActivities = (deps: KeepScheduleDependencies): KeepScheduleActivities => ({
  readDueTimes: async ({ schedule_id }) => {
    const schedule = await activeSchedule(deps, schedule_id);
    if (schedule === undefined) return { due: 0, pause_seconds: null };
    const { due, missed } = slotsOf(deps, schedule);
    const now = deps.now().getTime();
    const next = nextReportSlot(clockOf(deps, schedule), now).at;
    const pause_seconds = Math.min(longestPauseSeconds, Math.max(0.05, (next - now) / 1000));
    return { due: due.length + missed.length, pause_seconds };
  },
  recordDueTimes: async ({ schedule_id }) => {
    const schedule = await activeSchedule(deps, schedule_id);
    if (schedule === undefined) return;
    const { due, missed } = slotsOf(deps, schedule);
    const newest = missed.at(-1);
    // First, as a time that is recorded does not come again. The mail has a key of its own.
    if (newest !== undefined) await notifyMissed(deps, schedule, newest);
    let position = 0n;
    for (const slot of missed) position = await recordMissed(deps, schedule, slot);
    for (const slot of due) position = await record(deps, schedule, slot, requireReport);
    await deps.schedules.reached(position);
  },
});

/** The schedule, while it is active and its team is served. */
async function activeSchedule(
  { directory, schedules }: KeepScheduleDependencies,
  scheduleId: number,
): Promise<ExistingReportSchedule | undefined> {
  await Promise.all([directory.caughtUp, schedules.caughtUp]);
  const schedule = schedules.state.schedules.get(scheduleId);
  const isActive = schedule?.status === 'active' && !isIdle(directory, schedule.application_id);
  return isActive ? schedule : undefined;
}

const clockOf = ({ everySeconds }: KeepScheduleDependencies, { report }: ExistingReportSchedule) => ({
  cadence: report.cadence,
  everySeconds,
});

function slotsOf(deps: KeepScheduleDependencies, schedule: ExistingReportSchedule) {
  const sends = sendsOf(deps.schedules.state, schedule.schedule_id);
  const after = Math.max(Date.parse(schedule.slots_since), lastSlotAt(sends) ?? 0);
  const recorded = new Set(sends.map(({ due }) => due.slot));
  return dueReportSlots(clockOf(deps, schedule), { after, now: deps.now().getTime(), recorded });
}

/** One event for each time, however often it is recorded. */
async function record(
  { log, directory, now }: KeepScheduleDependencies,
  schedule: ExistingReportSchedule,
  slot: ReportSlot,
  decideEvents: (state: ReportSendState, due: DueReport) => ReportSendEvent[],
): Promise<bigint> {
  const { schedule_id, application_id, report } = schedule;
  const stream = reportSendStream({ schedule_id, slot: slot.id });
  const recorded_at = now().toISOString();
  const organizations = findApplication(directory.state, application_id)?.organizations ?? [];
  const organization = organizations.find(({ org_id }) => org_id === report.scope.asa_organization_id);
  const dueOn = dayInZone(slot.at, organization?.time_zone ?? report.cadence.zone);
  const due: DueReport = {
    send_id: uuidV5(reportSendSpace, stream),
    schedule_id,
    application_id,
    kind: 'scheduled',
    slot: slot.id,
    due_at: new Date(slot.at).toISOString(),
    latest_at: latestSendAt(slot.at, report.wait_hours),
    report,
    ...daysOfReport(report.range, lastReportDay(dueOn)),
    only_account: null,
    requested_by: null,
    of_send_id: null,
    recorded_at,
  };
  const { position } = await handleCommand(log, {
    stream,
    decider: reportSendDecider,
    cause: 'due',
    context: workflowActor('keep-schedule'),
    assume: 'new',
    decide: (state) => decideEvents(state, due),
  });
  return position;
}

function recordMissed(deps: KeepScheduleDependencies, schedule: ExistingReportSchedule, slot: ReportSlot) {
  const now = deps.now();
  const reason = `It ${whyMissed(slot, now.getTime())}`;
  return record(deps, schedule, slot, (state, due) => missReport(state, due, reason, now.toISOString()));
}

const notifyMissed = (
  { log, directory, now }: KeepScheduleDependencies,
  schedule: ExistingReportSchedule,
  slot: ReportSlot,
): Promise<void> => {
  const { id, at } = slot;
  const problem = `It was due on ${id.replace('T', ' at ')} and ${whyMissed(slot, now().getTime())}.`;
  return notifyAuthor({ log, directory }, schedule, { slot: id, problem, at: new Date(at).toISOString() });
};
