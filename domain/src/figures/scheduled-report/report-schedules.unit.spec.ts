import { expect, it } from 'vitest';
import { dayMs } from '../../shared/calendar/days.ts';
import { readReportDefinition } from './definition/read-report-definition.ts';
import { createReportSchedules, evolveReportSchedules, outsideMailsOfDay } from './report-schedules.ts';
import { createReportSchedule } from './schedule/report-schedule.decider.ts';
import { dueReport, enteredReport } from './scheduled-report.fixture.ts';
import { claimMails, requireReport } from './send/report-send.decider.ts';
import { isReportFileKept, reportSendDecider } from './send/report-send.state.ts';

const at = '2026-11-03T09:00:00.000Z';
const outside = `address-${'a'.repeat(32)}`;

it("counts questions and reports among the day's mails to addresses outside a team", () => {
  const { report } = readReportDefinition(enteredReport(), () => 'UTC');
  const created = { schedule_id: 3, application_id: 7, team_id: 5, report, created_by: 17, created_at: at };
  const change = { change_id: '00000000-0000-4000-8000-000000000001', changed_by: 17, changed_at: at };
  const recipients = [
    { recipient_id: 'account-17', account_id: 17, address: null },
    { recipient_id: outside, account_id: null, address: 'v1.report.x' },
  ];
  const mails = ['account-17', outside].map((recipient_id) => {
    return { recipient_id, mail_id: 'a'.repeat(26), variant: 'full' as const };
  });
  const required = requireReport({ due: null }, dueReport(at));
  const waiting = required.reduce(reportSendDecider.evolve, reportSendDecider.initialState());
  const claimed_at = '2026-11-04T00:30:00.000Z';
  const events = [
    ...createReportSchedule({ status: 'absent' }, created, recipients, change),
    ...required,
    ...claimMails(waiting, { mails, left_out: [], claimed_at }),
  ];
  const all = createReportSchedules();
  events.forEach((event, index) => {
    evolveReportSchedules(all, event, BigInt(index));
  });
  expect(outsideMailsOfDay(all, 5, '2026-11-03')).toBe(1);
  expect(outsideMailsOfDay(all, 5, '2026-11-04')).toBe(1);
  expect(outsideMailsOfDay(all, 6, '2026-11-03')).toBe(0);
});

it('keeps the files of a send for thirty days', () => {
  const keptAt = (days: number) => isReportFileKept({ made_at: at }, Date.parse(at) + days * dayMs);
  expect([keptAt(30), keptAt(31)]).toEqual([true, false]);
});
