import { describe, expect, it } from 'vitest';
import { cumulativeOf, hashOf, randomFor, shareOf, uuidOf } from './prng.ts';

describe('random numbers', () => {
  it('are the same for the same seed parts and others for other parts', () => {
    const draw = (...parts: (string | number)[]) => Array.from({ length: 5 }, randomFor(...parts).next);
    expect(draw(1, 'a', 3)).toEqual(draw(1, 'a', 3));
    expect(draw(1, 'a', 3)).not.toEqual(draw(1, 'a', 4));
    expect(draw(1, 'a', 3)).not.toEqual(draw(2, 'a', 3));
  });

  it('distinguish numbers beyond 32 bits and neighbouring numbers', () => {
    const seen = new Set(Array.from({ length: 20_000 }, (_, index) => hashOf(1, 2 ** 40 + index)));
    expect(seen.size).toBeGreaterThan(19_990);
    expect(hashOf(2 ** 32)).not.toBe(hashOf(2 ** 33));
  });

  it('have the mean and spread they are asked for', () => {
    const random = randomFor('moments');
    const mean = (draw: () => number) =>
      Array.from({ length: 20_000 }, draw).reduce((sum, value) => sum + value, 0) / 20_000;
    expect(mean(random.next)).toBeCloseTo(0.5, 1);
    expect(mean(() => random.poisson(3))).toBeCloseTo(3, 1);
    expect(mean(() => random.poisson(500)) / 500).toBeCloseTo(1, 2);
    expect(mean(() => random.exponential(10)) / 10).toBeCloseTo(1, 1);
    expect(mean(() => shareOf('s', random.int(1e9)))).toBeCloseTo(0.5, 1);
  });

  it('choose by weight', () => {
    const random = randomFor('weights');
    const counts = [0, 0, 0];
    for (let draw = 0; draw < 10_000; draw += 1) {
      const index = random.pickCumulative(cumulativeOf([1, 0, 3]));
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts[1]).toBe(0);
    expect((counts[2] ?? 0) / 10_000).toBeCloseTo(0.75, 1);
  });

  it('make UUIDs of version 4 that do not repeat', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => uuidOf('install', 5e11 + index));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 100))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
