import { describe, expect, it } from 'vitest';
import { cadenceText, dueReportSlots, nextReportSlot, reportSlots, whyMissed } from './cadence.ts';
import type { ReportCadence } from './report-definition.ts';
import { daysOfReport } from './report-range.ts';

const daily = { every: 'day', time: '02:30', zone: 'Europe/Berlin' } as const;
const at = (instant: string): number => Date.parse(instant);
const slots = (cadence: ReportCadence, from: string, to: string): string[] =>
  reportSlots({ cadence }, at(from), at(to)).map((slot) => `${slot.id} ${new Date(slot.at).toISOString()}`);

describe('the time a report is due', () => {
  it('is the first instant after a jump of the clocks, and the first of two', () => {
    expect(slots(daily, '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '2026-03-28T02:30 2026-03-28T01:30:00.000Z',
      '2026-03-29T02:30 2026-03-29T01:00:00.000Z',
    ]);
    expect(slots(daily, '2026-10-24T12:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
      '2026-10-25T02:30 2026-10-25T00:30:00.000Z',
    ]);
  });

  it('is once on each local day of a year', () => {
    const all = reportSlots({ cadence: daily }, at('2025-12-31T23:00:00Z'), at('2026-12-31T23:00:00Z'));
    expect(new Set(all.map(({ id }) => id)).size).toBe(365);
    expect(all).toHaveLength(365);
  });

  it('is on chosen weekdays, on a day of the month, and on its last one', () => {
    const utc = { time: '09:00', zone: 'UTC' } as const;
    const days = (cadence: ReportCadence) =>
      slots(cadence, '2028-02-01T00:00:00Z', '2028-03-07T00:00:00Z').map((slot) => slot.slice(0, 10));
    expect(days({ ...utc, every: 'week', weekdays: [1, 7] }).slice(0, 3)).toEqual([
      '2028-02-06',
      '2028-02-07',
      '2028-02-13',
    ]);
    expect(days({ ...utc, every: 'month', day: 'last' })).toEqual(['2028-02-29']);
    expect(days({ ...utc, every: 'month', day: 5 })).toEqual(['2028-02-05', '2028-03-05']);
    const next = nextReportSlot({ cadence: { ...utc, every: 'month', day: 'last' } }, at('2028-02-29T09:00:00Z'));
    expect(next.id).toBe('2028-03-31T09:00');
  });

  it('may be every so many seconds instead', () => {
    const { due, missed } = dueReportSlots(
      { cadence: daily, everySeconds: 30 },
      { after: at('2026-11-01T00:00:00Z'), now: at('2026-11-01T12:00:45Z'), recorded: new Set() },
    );
    expect(due.slice(0, 2).map(({ id }) => id)).toEqual(['2026-11-01T07:01:00', '2026-11-01T07:01:30']);
    expect([due.length, missed.map(({ id }) => id)]).toEqual([720, ['2026-11-01T07:00:30']]);
    const [slot] = missed;
    const why = slot === undefined ? '' : whyMissed(slot, at('2026-11-01T12:00:45Z'));
    expect(why).toBe('was one of more than 720 that were missed');
  });

  it('is made up for twelve hours where slots are a minute or more apart', () => {
    const since = { after: at('2026-11-01T00:00:00Z'), now: at('2026-11-03T00:10:00Z'), recorded: new Set<string>() };
    const { due, missed } = dueReportSlots({ cadence: { ...daily, zone: 'UTC' }, everySeconds: 1200 }, since);
    expect([due.length, missed.map(({ id }) => id)]).toEqual([36, ['2026-11-02T12:00:00']]);
    expect(missed.map((slot) => whyMissed(slot, since.now))).toEqual(['could not be sent within 12 hours']);
    const byMinute = dueReportSlots({ cadence: daily, everySeconds: 60 }, { ...since, now: since.now + 1 });
    expect([byMinute.due.length, byMinute.missed.length]).toEqual([720, 1]);
  });

  it('is made up for up to twelve hours later, each once', () => {
    const dueAt = (now: string) =>
      dueReportSlots({ cadence: daily }, { after: at('2026-11-01T02:00:00Z'), now: at(now), recorded: new Set() });
    const { due, missed } = dueAt('2026-11-03T13:31:00Z');
    expect([due, missed].map((list) => list.map(({ id }) => id))).toEqual([
      [],
      ['2026-11-02T02:30', '2026-11-03T02:30'],
    ]);
    expect(dueAt('2026-11-03T13:30:00Z').due.map(({ id }) => id)).toEqual(['2026-11-03T02:30']);
  });

  it('comes once also where a change of the zone brings its local time again', () => {
    const west = { cadence: { ...daily, zone: 'America/New_York' } } as const;
    const since = { after: at('2026-11-03T01:30:00Z'), now: at('2026-11-03T08:00:00Z') };
    expect(dueReportSlots(west, { ...since, recorded: new Set() }).due.map(({ id }) => id)).toEqual([
      '2026-11-03T02:30',
    ]);
    expect(dueReportSlots(west, { ...since, recorded: new Set(['2026-11-03T02:30']) }).due).toEqual([]);
  });

  it('is said in words', () => {
    const common = { time: '09:00', zone: 'Europe/Berlin' } as const;
    expect(cadenceText({ ...common, every: 'week', weekdays: [5, 1, 3] })).toBe(
      'Every Monday, Wednesday and Friday at 09:00 (Europe/Berlin)',
    );
    expect(cadenceText({ ...common, every: 'month', day: 'last' })).toBe(
      'On the last day of every month at 09:00 (Europe/Berlin)',
    );
    expect(cadenceText({ ...common, every: 'day' })).toBe('Every day at 09:00 (Europe/Berlin)');
  });
});

describe('the days of a report', () => {
  it.each([
    ['yesterday', '2026-11-22', '2026-11-22', '2026-11-22'],
    ['last7', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['last90', '2026-11-22', '2026-08-25', '2026-11-22'],
    ['lastWeek', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-11-24', '2026-11-16', '2026-11-22'],
    ['lastMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2026-03-14', '2026-02-01', '2026-02-28'],
    ['thisMonth', '2026-11-30', '2026-11-01', '2026-11-30'],
    ['thisYear', '2026-12-31', '2026-01-01', '2026-12-31'],
  ] as const)('of %s up to %s are %s to %s', (range, last, from, to) => {
    expect(daysOfReport(range, last)).toEqual({ from, to });
  });
});
