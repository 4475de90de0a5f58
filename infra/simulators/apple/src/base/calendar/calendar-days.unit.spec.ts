import { describe, expect, it } from 'vitest';
import { addMonths, dayAt, firstOfMonth, formatDay, mondayOf, parseDay, startOfDay } from './calendar-days.ts';

const day = (text: string): number => parseDay(text) ?? Number.NaN;

describe('calendar days', () => {
  it('reads real dates only', () => {
    expect(formatDay(day('2026-02-28'))).toBe('2026-02-28');
    expect([parseDay('2026-02-30'), parseDay('2026-2-3'), parseDay('yesterday'), parseDay('')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('begins a day at local midnight, also around clock changes', () => {
    expect(new Date(startOfDay('America/Los_Angeles', day('2026-03-08'))).toISOString()).toBe(
      '2026-03-08T08:00:00.000Z',
    );
    expect(new Date(startOfDay('America/Los_Angeles', day('2026-03-09'))).toISOString()).toBe(
      '2026-03-09T07:00:00.000Z',
    );
    expect(new Date(startOfDay('Europe/Berlin', day('2026-10-26'))).toISOString()).toBe('2026-10-25T23:00:00.000Z');
    expect(new Date(startOfDay('Asia/Tokyo', day('2026-01-01'))).toISOString()).toBe('2025-12-31T15:00:00.000Z');
  });

  it.each(['America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo', 'UTC'])(
    'puts every instant into the day that holds it in %s',
    (zone) => {
      for (let number = day('2026-01-01'); number < day('2027-01-01'); number += 1) {
        const start = startOfDay(zone, number);
        expect(dayAt(zone, start)).toBe(number);
        expect(dayAt(zone, start - 1)).toBe(number - 1);
      }
    },
  );

  it('moves by calendar months and finds weeks and months', () => {
    expect(formatDay(addMonths(day('2026-03-31'), -1))).toBe('2026-02-28');
    expect(formatDay(addMonths(day('2026-11-21'), -24))).toBe('2024-11-21');
    expect(formatDay(mondayOf(day('2026-11-22')))).toBe('2026-11-16');
    expect(formatDay(mondayOf(day('2026-11-16')))).toBe('2026-11-16');
    expect(formatDay(firstOfMonth(day('2026-11-21')))).toBe('2026-11-01');
  });
});
