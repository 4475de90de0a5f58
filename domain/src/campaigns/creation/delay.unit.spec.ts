import { describe, expect, it } from 'vitest';
import { delayPause } from './delay.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const since = (seconds: number) => ({ delayedSince: new Date(now - seconds * 1000).toISOString() });

describe('a creation that the ad service holds up', () => {
  it.each([
    ['for the first time', { delayedSince: null }, null, 2000],
    ['for a minute', since(60), null, 60_000],
    ['for an hour', since(3600), null, 600_000],
    ['for a minute, with a longer pause asked for', since(60), 90_000, 90_000],
    ['for just less than six hours', since(6 * 3600 - 1), null, 600_000],
  ])('%s waits', (_what, creation, retryAfterMs, pauseMs) => {
    expect(delayPause(creation, now, retryAfterMs)).toBe(pauseMs);
  });

  it('for six hours ends', () => {
    expect(delayPause(since(6 * 3600), now, 90_000)).toBeUndefined();
  });
});
