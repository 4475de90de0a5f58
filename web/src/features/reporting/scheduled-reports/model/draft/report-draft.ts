import type {
  EnteredRecipient,
  EnteredReport,
  ReportSchedule,
  ScheduledScope,
  ScheduledView,
} from '../../api/report-schedule-types.ts';
import { scheduledReportMessages as words } from '../../messages.ts';

export type ReportRange = keyof typeof words.ranges;

/** A report while it is entered. Days and weekdays are kept when another cadence is chosen, so that they come back with it. */
export interface ReportDraft {
  name: string;
  view: ScheduledView;
  scope: ScheduledScope;
  range: ReportRange;
  every: ReportSchedule['cadence']['every'];
  /** 1 is Monday. */
  weekdays: number[];
  day: number | 'last';
  time: string;
  /** IANA name. */
  zone: string;
  mailTable: boolean;
  file: ReportSchedule['form']['file'];
  recipients: EnteredRecipient[];
  waitHours: number;
  ifLate: ReportSchedule['if_late'];
  ifEmpty: ReportSchedule['if_empty'];
  correct: boolean;
}

export const isRange = (text: string): text is ReportRange => text in words.ranges;

interface Beginning {
  name: string;
  view: ScheduledView;
  scope: ScheduledScope;
  /** Preset of the screen the report comes from, if it is one of a report. */
  range: string | null;
  zone: string;
  accountId: number;
}

/** A new report: the view that is looked at, Mondays at eight, to the person who makes it. */
export const newDraft = ({ name, view, scope, range, zone, accountId }: Beginning): ReportDraft => ({
  name,
  view,
  scope,
  range: range !== null && isRange(range) ? range : 'last7',
  every: 'week',
  weekdays: [1],
  day: 1,
  time: '08:00',
  zone,
  mailTable: true,
  file: 'xlsx',
  recipients: [{ account_id: accountId }],
  waitHours: 3,
  ifLate: 'send',
  ifEmpty: 'send',
  correct: false,
});

export function draftOf(schedule: ReportSchedule): ReportDraft {
  const { cadence, form, range } = schedule;
  return {
    name: schedule.name,
    view: schedule.view,
    scope: schedule.scope,
    range: isRange(range) ? range : 'last7',
    every: cadence.every,
    weekdays: cadence.weekdays ?? [1],
    day: cadence.day ?? 1,
    time: cadence.time,
    zone: cadence.zone,
    mailTable: form.mail_table,
    file: form.file,
    recipients: schedule.recipients.flatMap(({ account_id, email }): EnteredRecipient[] => {
      if (account_id !== null) return [{ account_id }];
      return email === null ? [] : [{ email }];
    }),
    waitHours: schedule.wait_hours,
    ifLate: schedule.if_late,
    ifEmpty: schedule.if_empty,
    correct: schedule.correct,
  };
}

export function reportOf(draft: ReportDraft): EnteredReport {
  const { every, weekdays, day, time, zone } = draft;
  return {
    name: draft.name.trim(),
    view: draft.view,
    scope: draft.scope,
    range: draft.range,
    cadence: {
      every,
      ...(every === 'week' ? { weekdays: weekdays.toSorted((left, right) => left - right) } : {}),
      ...(every === 'month' ? { day } : {}),
      time,
      zone: zone.trim(),
    },
    form: { mail_table: draft.mailTable, file: draft.file },
    recipients: draft.recipients,
    wait_hours: draft.waitHours,
    if_late: draft.ifLate,
    if_empty: draft.ifEmpty,
    correct: draft.correct,
  };
}

/** What of a report was changed; people who have left meanwhile are not sent again with what was not touched. */
export function updatesOf(before: EnteredReport, after: EnteredReport): Partial<EnteredReport> {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([other]) => other === name)?.[1]),
  );
  return Object.fromEntries(changed);
}
