import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './days.ts';
import { dayInZone, isTimeZone, startOfDayInZone } from './zones.ts';

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
const zone = fc.constantFrom(...zones);

/** The day as the runtime itself prints it, asked in a different way than the code under test asks. */
const printedDay = (ms: number, timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms);

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
