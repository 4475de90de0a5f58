import { describe, expect, it } from 'vitest';
import { shareBefore } from './estimate-figures.ts';

const hourly = (counts: readonly number[]) =>
  counts.map((count, hour) => ({ fromMs: hour * 100, toMs: hour * 100 + 100, count }));

describe('figures of a day before its first pull', () => {
  it('came as first launches did, up to the instant from which pulls know them', () => {
    const shape = { launches: hourly([5, 15, 20, 60]), startMs: 0, reportedMs: 300 };
    expect([0, 100, 200, 300].map((at) => shareBefore(shape, at))).toEqual([0, 0.125, 0.5, 1]);
    expect(shareBefore({ ...shape, reportedMs: 400 }, 300)).toBe(0.4);
  });

  it('take the part of an hour that was over', () => {
    expect(shareBefore({ launches: hourly([10, 20]), startMs: 0, reportedMs: 150 }, 100)).toBe(0.5);
  });

  it('leave out launches before the day', () => {
    expect(shareBefore({ launches: hourly([90, 5, 5]), startMs: 100, reportedMs: 300 }, 200)).toBe(0.5);
  });

  it('are not known from a handful of launches', () => {
    expect(shareBefore({ launches: hourly([4, 5]), startMs: 0, reportedMs: 200 }, 100)).toBeNull();
  });
});
