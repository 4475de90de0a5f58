import { describe, expect, it } from 'vitest';
import { createRestartPause } from './restart-pause.ts';

const minute = 60_000;

describe('the pause before a part that died is started again', () => {
  it('grows with each death in a row, up to half a minute', () => {
    const pause = createRestartPause();
    const pauses = Array.from({ length: 10 }, () => pause.afterDeath(500));
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('is none for a part that answered for a minute, however often it died before', () => {
    const pause = createRestartPause();
    for (let death = 0; death < 8; death += 1) pause.afterDeath(0);
    expect(pause.afterDeath(minute)).toBe(0);
    expect(pause.afterDeath(10)).toBe(200);
  });

  it('does not grow over the life of a part that is well between its deaths', () => {
    const pause = createRestartPause();
    expect(Array.from({ length: 8 }, () => pause.afterDeath(2 * minute))).toEqual(Array(8).fill(0));
  });
});
