import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  cityOfZone,
  dayInZone,
  formatDate,
  formatDayRange,
  formatWeekday,
  formatWeekdayDate,
  isDay,
  lastOfMonth,
  weeksOfMonth,
} from './days.ts';

describe('calendar days', () => {
  it('depend on the zone, not on the machine', () => {
    const instant = new Date('2026-11-21T03:30:00Z');
    expect(dayInZone(instant, 'America/Los_Angeles')).toBe('2026-11-20');
    expect(dayInZone(instant, 'Europe/Berlin')).toBe('2026-11-21');
    expect(dayInZone(new Date('2026-11-21T23:30:00Z'), 'Asia/Tokyo')).toBe('2026-11-22');
  });

  it('step over months, leap days and clock changes', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-01');
    expect(lastOfMonth('2026-02-10')).toBe('2026-02-28');
  });

  it('that do not exist are refused', () => {
    expect(isDay('2026-02-30')).toBe(false);
    expect(isDay('2026-2-3')).toBe(false);
    expect(isDay('2026-02-28')).toBe(true);
  });

  it('fill whole weeks of a month from Monday', () => {
    const weeks = weeksOfMonth('2026-11-15');
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.at(-1)?.[6]).toBe('2026-12-06');
  });

  it('read short as ranges', () => {
    expect(formatDayRange('2026-11-15', '2026-11-21', '2026-11-21')).toBe('15–21 Nov');
    expect(formatDayRange('2026-10-28', '2026-11-03', '2026-11-21')).toBe('28 Oct – 3 Nov');
    expect(formatDayRange('2025-11-21', '2025-11-21', '2026-11-21')).toBe('21 Nov 2025');
  });

  it('have months of three letters, September too', () => {
    expect([formatDate('2026-12-01'), formatDate('2026-09-05')]).toEqual(['1 Dec 2026', '5 Sep 2026']);
    expect([formatWeekday('2026-09-05'), formatWeekdayDate('2026-09-05')]).toEqual(['Sat 5 Sep', 'Sat 5 Sep 2026']);
  });
});

it('a time zone is called by its place', () => {
  expect(['America/Los_Angeles', 'America/Argentina/Buenos_Aires', 'UTC'].map(cityOfZone)).toEqual([
    'Los Angeles',
    'Buenos Aires',
    'UTC',
  ]);
});
