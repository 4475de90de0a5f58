import { describe, expect, it } from 'vitest';
import { cityOfZone, formatDate, formatDayRange, formatWeekday, formatWeekdayDate } from './day-texts.ts';

describe('texts of days', () => {
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
