import { describe, expect, it } from 'vitest';
import { given } from '../../../../../tests/support/facts/given-when-then.ts';
import { dayMs } from '../../../shared/calendar/days.ts';
import { readReportDefinition } from '../definition/read-report-definition.ts';
import { enteredReport } from '../scheduled-report.fixture.ts';
import {
  askRecipientAgain,
  changeReportSchedule,
  createReportSchedule,
  decideRecipient,
  deleteReportSchedule,
  type NamedRecipient,
  refuseRecipient,
} from './report-schedule.decider.ts';
import type { ReportScheduleEvent } from './report-schedule.events.ts';
import { type ReportScheduleState, reportScheduleDecider, sendableRecipients } from './report-schedule.state.ts';

const start = Date.parse('2026-11-01T08:00:00.000Z');
const day = (count: number): string => new Date(start + count * dayMs).toISOString();
const change = (count: number) => ({
  change_id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
  changed_by: 17,
  changed_at: day(count),
});
const { report } = readReportDefinition(enteredReport(), () => 'UTC');
const outside: NamedRecipient = { recipient_id: `address-${'a'.repeat(32)}`, account_id: null, address: 'v1.report.x' };
const member: NamedRecipient = { recipient_id: 'account-17', account_id: 17, address: null };
const created = { schedule_id: 3, application_id: 7, team_id: 5, report, created_by: 17, created_at: day(0) };
const past = createReportSchedule({ status: 'absent' }, created, [member, outside], change(0));
const requested = (...recipients: NamedRecipient[]) => ({ report, recipients });

const stateOf = (events: readonly ReportScheduleEvent[]): ReportScheduleState =>
  given(reportScheduleDecider, ...events).state();
const sendable = (events: readonly ReportScheduleEvent[]): string[] => {
  const state = stateOf(events);
  return state.status === 'absent' ? [] : sendableRecipients(state).map(({ recipient_id }) => recipient_id);
};
const confirmed = [...past, ...decideRecipient(stateOf(past), outside.recipient_id, true, day(1))];
const stopped = [...confirmed, ...decideRecipient(stateOf(confirmed), outside.recipient_id, false, day(2))];

describe('an address outside the team', () => {
  it('is asked when it is added, and gets nothing before it has confirmed', () => {
    expect(past.map(({ type }) => type)).toEqual([
      'ReportScheduleCreated',
      'ReportRecipientAdded',
      'ReportRecipientAdded',
      'ReportRecipientAsked',
    ]);
    expect(sendable(past)).toEqual([member.recipient_id]);
    expect(sendable(confirmed)).toEqual([member.recipient_id, outside.recipient_id]);
  });

  it('can confirm for seven days, and while the team lists it', () => {
    const confirm = (count: number) => (state: ReportScheduleState) =>
      decideRecipient(state, outside.recipient_id, true, day(count));
    given(reportScheduleDecider, ...past)
      .when(confirm(7))
      .thenRefused('link_invalid');
    const removed = [...past, ...changeReportSchedule(stateOf(past), requested(member), change(1))];
    given(reportScheduleDecider, ...removed)
      .when(confirm(2))
      .thenRefused('link_invalid');
    given(reportScheduleDecider, ...confirmed)
      .when(confirm(30))
      .thenNothing();
  });

  it('is asked at most twice in 30 days, however it is added and removed', () => {
    const again = [...past, ...askRecipientAgain(stateOf(past), outside.recipient_id, change(8))];
    const ask = (count: number) => (state: ReportScheduleState) =>
      askRecipientAgain(state, outside.recipient_id, change(count));
    given(reportScheduleDecider, ...again)
      .when(ask(29))
      .thenRefused('too_soon');
    expect(ask(31)(stateOf(again))).toHaveLength(1);
    const removed = [...again, ...changeReportSchedule(stateOf(again), requested(member), change(9))];
    const added = changeReportSchedule(stateOf(removed), requested(member, outside), change(10));
    expect(added.map(({ type }) => type)).toEqual(['ReportRecipientAdded']);
  });

  it('that has unsubscribed stays so, whatever the team does, until its own reader comes back', () => {
    expect(sendable(stopped)).toEqual([member.recipient_id]);
    given(reportScheduleDecider, ...stopped)
      .when((state) => askRecipientAgain(state, outside.recipient_id, change(3)))
      .thenRefused('unsubscribed', 'This address has unsubscribed');
    const removed = [...stopped, ...changeReportSchedule(stateOf(stopped), requested(member), change(3))];
    given(reportScheduleDecider, ...removed)
      .when((state) => changeReportSchedule(state, requested(member, outside), change(4)))
      .thenRefused('unsubscribed');
    const back = [...removed, ...decideRecipient(stateOf(removed), outside.recipient_id, true, day(5))];
    expect(sendable(back)).toEqual([member.recipient_id]);
    const added = [...back, ...changeReportSchedule(stateOf(back), requested(member, outside), change(6))];
    expect(sendable(added)).toContain(outside.recipient_id);
  });

  it('that the mail server refuses gets nothing more; one that has unsubscribed stays unsubscribed', () => {
    const bad = [...confirmed, ...refuseRecipient(stateOf(confirmed), outside.recipient_id, day(2))];
    expect(sendable(bad)).toEqual([member.recipient_id]);
    expect(refuseRecipient(stateOf(stopped), outside.recipient_id, day(3))).toEqual([]);
  });

  it('is never sent to unconfirmed or unsubscribed, under any order of what happens', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    const attempt = (decide: () => ReportScheduleEvent[]): ReportScheduleEvent[] => {
      try {
        return decide();
      } catch {
        return [];
      }
    };
    for (let world = 0; world < 200; world += 1) {
      const events = [...past];
      let says: boolean | undefined;
      for (let step = 1; step <= 12; step += 1) {
        const state = stateOf(events);
        const choices = [
          () => changeReportSchedule(state, requested(member), change(step)),
          () => changeReportSchedule(state, requested(member, outside), change(step)),
          () => askRecipientAgain(state, outside.recipient_id, change(step)),
          () => decideRecipient(state, outside.recipient_id, true, day(step)),
          () => decideRecipient(state, outside.recipient_id, false, day(step)),
          () => refuseRecipient(state, outside.recipient_id, day(step)),
        ];
        const next = attempt(choices[random(choices.length)] ?? (() => []));
        for (const { type } of next) {
          if (type === 'ReportRecipientConfirmed') says = true;
          if (type === 'ReportRecipientUnsubscribed') says = false;
        }
        events.push(...next);
        if (says !== true) expect(sendable(events)).not.toContain(outside.recipient_id);
      }
    }
  });
});

describe('a schedule', () => {
  it('begins its slots again when it is due at other times or was paused, and not when its name changes', () => {
    const changed = (overrides: Partial<typeof report>) => {
      const events = changeReportSchedule(
        stateOf(past),
        { report: { ...report, ...overrides }, recipients: [member, outside] },
        change(2),
      );
      const state = stateOf([...past, ...events]);
      return state.status === 'absent' ? undefined : state.slots_since;
    };
    expect(changed({ name: 'Other' })).toBe(day(0));
    expect(changed({ cadence: { ...report.cadence, time: '10:00' } })).toBe(day(2));
    expect(changed({ status: 'paused' })).toBe(day(2));
  });

  it('that is deleted is not found any more, by its links either', () => {
    const deleted = [...confirmed, ...deleteReportSchedule(stateOf(confirmed), change(2))];
    given(reportScheduleDecider, ...deleted)
      .when((state) => deleteReportSchedule(state, change(3)))
      .thenRefused('not_found', 'This report was not found.');
    given(reportScheduleDecider, ...deleted)
      .when((state) => decideRecipient(state, outside.recipient_id, false, day(3)))
      .thenRefused('link_invalid');
  });
});
