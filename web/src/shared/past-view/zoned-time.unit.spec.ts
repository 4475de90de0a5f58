import { expect, it } from 'vitest';
import { formatInstantIn, formatShortInstantIn, timeInZone } from './zoned-time.ts';

const iso = (day: string, clock: string, zone: string) => {
  const time = timeInZone(day, clock, zone);
  return time === null ? null : new Date(time).toISOString();
};

it('the time of a zone is found on either side of a change of its clocks, and of midnight', () => {
  expect(iso('2026-03-08', '01:59', 'America/Los_Angeles')).toBe('2026-03-08T09:59:00.000Z');
  expect(iso('2026-03-08', '03:00', 'America/Los_Angeles')).toBe('2026-03-08T10:00:00.000Z');
  expect(iso('2026-10-25', '03:30', 'Europe/Berlin')).toBe('2026-10-25T02:30:00.000Z');
  expect(iso('2026-11-26', '00:10', 'Asia/Kolkata')).toBe('2026-11-25T18:40:00.000Z');
  expect(iso('2026-11-26', '00:00', 'UTC')).toBe('2026-11-26T00:00:00.000Z');
});

it('texts that are no day or no time are none', () => {
  for (const [day, clock] of [
    ['2026-02-30', '09:00'],
    ['', '09:00'],
    ['2026-11-26', ''],
    ['2026-11-26', '25:00'],
  ] as const) {
    expect(timeInZone(day, clock, 'UTC')).toBeNull();
  }
});

it('an instant is written as the clocks of the zone showed it, its year where it is not the present one', () => {
  expect(formatInstantIn('2026-11-26T09:00Z', 'America/Los_Angeles')).toBe('26 Nov 2026, 01:00');
  expect(formatInstantIn('2026-11-26T00:05Z', 'UTC')).toBe('26 Nov 2026, 00:05');
  const now = Date.parse('2026-12-31T23:30:00Z');
  expect(formatShortInstantIn('2026-11-26T09:00Z', 'UTC', now)).toBe('26 Nov, 09:00');
  expect(formatShortInstantIn('2026-11-26T09:00Z', 'Asia/Tokyo', now)).toBe('26 Nov 2026, 18:00');
});
