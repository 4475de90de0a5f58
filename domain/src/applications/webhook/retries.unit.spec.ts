import { describe, expect, it } from 'vitest';
import { evolveHealth, healthy, isDelivered, isFailingForGood, nextAttemptAt, retryPauses } from './retries.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const pauseAfter = (status: number | null, retryAfter: string | null, tries: number, random = 0) => {
  const next = nextAttemptAt({ status, retryAfter }, tries, { now, random });
  return next === null ? null : (next - now) / 1000;
};

describe('the next attempt', () => {
  it('comes after ever longer pauses, with a tenth of jitter at most, until none is left', () => {
    const pauses = retryPauses.map((_, index) => pauseAfter(500, null, index + 1));
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(pauseAfter(null, null, 2, 1)).toBe(330);
    expect(pauseAfter(500, null, 10)).toBeNull();
  });

  it.each([
    ['seconds', 429, '60', 60],
    ['a date', 503, 'Mon, 23 Nov 2026 12:02:00 GMT', 120],
    ['less than the pause', 503, '1', 5],
    ['more than a day', 503, '999999', 86_400],
    ['nonsense', 503, 'soon', 5],
    ['an answer that does not ask to slow down', 500, '60', 5],
  ])('waits as long as it is asked to: %s', (_what, status, header, expected) => {
    expect(pauseAfter(status, header, 1)).toBe(expected);
  });

  it('follows everything but a 2xx', () => {
    expect([200, 204, 299, 199, 300, 302, 404, null].map(isDelivered)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('an address', () => {
  const hour = 3_600_000;
  it('is given up after five days without a success, counted from several failures within a day', () => {
    let health = healthy;
    for (const at of [0, 1, 2]) health = evolveHealth(health, false, now + at * hour);
    expect(isFailingForGood(health, now + 121 * hour)).toBe(false);
    expect(isFailingForGood(health, now + 122 * hour)).toBe(true);
    expect(isFailingForGood(evolveHealth(health, true, now + 50 * hour), now + 200 * hour)).toBe(false);
  });

  it('is not given up for failures that are days apart', () => {
    let health = healthy;
    for (let day = 0; day < 20; day += 1) health = evolveHealth(health, false, now + day * 25 * hour);
    expect(isFailingForGood(health, now + 500 * hour)).toBe(false);
  });
});
