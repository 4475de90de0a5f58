import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  bucketsOfRange,
  dayNumber,
  dayOfNumber,
  daysBetween,
  daysOfRange,
  firstOfMonth,
  isDay,
  mondayOf,
  weeksOfMonth,
} from './days.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1990-01-01', count));

describe('days', () => {
  it('exist or do not', () => {
    expect(['2024-02-29', '2000-02-29', '2025-12-31', '0099-01-01'].every(isDay)).toBe(true);
    const wrong = ['2023-02-29', '1900-02-29', '2024-13-01', '2024-04-31', '2024-1-1', '2024-01-01T00:00', '', 'today'];
    expect(wrong.filter(isDay)).toEqual([]);
  });

  it('are added and counted in the calendar, across leap days and years', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2025-01-01', -1)).toBe('2024-12-31');
    expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29);
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count);
      }),
    );
  });

  it('know their Monday and the first of their month', () => {
    expect(['2024-07-01', '2024-07-07', '2024-07-08'].map(mondayOf)).toEqual([
      '2024-07-01',
      '2024-07-01',
      '2024-07-08',
    ]);
    expect(firstOfMonth('2024-07-31')).toBe('2024-07-01');
    fc.assert(
      fc.property(day, (any) => {
        expect(new Date(mondayOf(any)).getUTCDay()).toBe(1);
        expect(daysBetween(mondayOf(any), any)).toBeLessThan(7);
      }),
    );
  });

  it('make ranges with both ends, none when reversed', () => {
    expect(daysOfRange('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(daysOfRange('2024-03-01', '2024-02-28')).toEqual([]);
  });

  it('fall into whole weeks and months, the first of which may begin before the range', () => {
    expect(bucketsOfRange('2024-07-03', '2024-07-16', 'week')).toEqual(['2024-07-01', '2024-07-08', '2024-07-15']);
    expect(bucketsOfRange('2024-01-31', '2024-03-01', 'month')).toEqual(['2024-01-01', '2024-02-01', '2024-03-01']);
    expect(bucketsOfRange('2024-01-31', '2024-02-01', 'day')).toEqual(['2024-01-31', '2024-02-01']);
  });

  it('are counted from 1970', () => {
    expect([dayNumber('1970-01-01'), dayNumber('2024-02-29'), dayOfNumber(19_782)]).toEqual([0, 19_782, '2024-02-29']);
  });

  it('move by months, to the last day of one that is shorter', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
    expect(addMonths('2026-11-21', -24)).toBe('2024-11-21');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    fc.assert(
      fc.property(day, fc.integer({ min: -500, max: 500 }), (from, count) => {
        const first = addMonths(firstOfMonth(from), count);
        expect(firstOfMonth(addMonths(from, count))).toBe(first);
        expect(addMonths(first, -count)).toBe(firstOfMonth(from));
      }),
    );
  });

  it('fill whole weeks of a month from Monday', () => {
    const weeks = weeksOfMonth('2026-11-15');
    expect([weeks[0]?.[0], weeks.at(-1)?.[6], weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeksOfMonth('2027-02-01').flat()).toEqual(daysOfRange('2027-02-01', '2027-02-28'));
  });
});
