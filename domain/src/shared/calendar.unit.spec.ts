import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  bucketsOfRange,
  dayInZone,
  daysBetween,
  daysOfRange,
  firstOfMonth,
  isDay,
  isTimeZone,
  mondayOf,
  startOfDayInZone,
} from './calendar.ts';

const zones = [
  'UTC',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];
const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1990-01-01', count));
const zone = fc.constantFrom(...zones);

/** The day as the runtime itself prints it, asked in a different way than the code under test asks. */
const printedDay = (ms: number, timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms);

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
});

describe('the day in a zone', () => {
  it('is the one the runtime prints, in every zone at every instant', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => dayInZone(ms, timeZone) === printedDay(ms, timeZone)),
      { numRuns: 200 },
    );
  });

  it('starts at the first instant that shows it, so every instant lies between two starts', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const today = dayInZone(ms, timeZone);
        const start = startOfDayInZone(today, timeZone);
        expect(start).toBeLessThanOrEqual(ms);
        expect(printedDay(start, timeZone)).toBe(today);
        expect(printedDay(start - 1, timeZone) < today).toBe(true);
        expect(startOfDayInZone(addDays(today, 1), timeZone)).toBeGreaterThan(ms);
      }),
      { numRuns: 200 },
    );
  });

  it('is 23 or 25 hours long where clocks change', () => {
    const hours = (date: string, timeZone: string) =>
      (startOfDayInZone(addDays(date, 1), timeZone) - startOfDayInZone(date, timeZone)) / 3_600_000;
    expect(hours('2024-03-31', 'Europe/Berlin')).toBe(23);
    expect(hours('2024-10-27', 'Europe/Berlin')).toBe(25);
    expect(hours('2024-06-01', 'Europe/Berlin')).toBe(24);
  });

  it('starts at the jump where midnight does not exist', () => {
    expect(new Date(startOfDayInZone('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
    expect(new Date(startOfDayInZone('2024-03-31', 'Asia/Beirut')).toISOString()).toBe('2024-03-30T22:00:00.000Z');
  });

  it('starts at the first of two midnights where one is repeated', () => {
    expect(new Date(startOfDayInZone('2024-11-03', 'America/Havana')).toISOString()).toBe('2024-11-03T04:00:00.000Z');
  });

  it('starts with the next one where the zone left a day out', () => {
    expect(startOfDayInZone('2011-12-30', 'Pacific/Apia')).toBe(startOfDayInZone('2011-12-31', 'Pacific/Apia'));
  });

  it('is refused for a zone that does not exist', () => {
    expect(() => dayInZone(0, 'Mars/Olympus')).toThrow(RangeError);
    expect([isTimeZone('Mars/Olympus'), isTimeZone('Europe/Berlin')]).toEqual([false, true]);
  });
});
