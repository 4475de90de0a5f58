import { expect, it } from 'vitest';
import { noteServerTime, serverTime } from './server-clock.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it('the server is the clock: a device two days late is corrected by the next answer, a second is no difference', () => {
  noteServerTime('Sat, 21 Nov 2026 12:00:01 GMT', now);
  expect(serverTime(now)).toBe(now);
  noteServerTime('Mon, 23 Nov 2026 12:00:00 GMT', now);
  expect(new Date(serverTime(now)).toISOString()).toBe('2026-11-23T12:00:00.000Z');
  noteServerTime(null, now);
  noteServerTime('soon', now);
  expect(serverTime(now)).toBe(now + 2 * 86_400_000);
  noteServerTime('Sat, 21 Nov 2026 11:59:59 GMT', now);
  expect(serverTime(now)).toBe(now);
});
