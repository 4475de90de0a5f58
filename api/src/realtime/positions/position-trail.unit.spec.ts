import { describe, expect, it } from 'vitest';
import { createPositionTrail } from './position-trail.ts';

describe('a trail of positions', () => {
  it('knows whether something happened after one position and up to another', () => {
    const trail = createPositionTrail(0n);
    for (const position of [10n, 20n, 30n]) trail.add(position);
    expect(trail.within(0n, 9n)).toBe(false);
    expect(trail.within(0n, 10n)).toBe(true);
    expect(trail.within(10n, 19n)).toBe(false);
    expect(trail.within(10n, 20n)).toBe(true);
    expect(trail.within(30n, 90n)).toBe(false);
    expect(trail.within(20n, 20n)).toBe(false);
  });

  it('says yes about a time it does not know', () => {
    expect(createPositionTrail(50n).within(40n, 60n)).toBe(true);
    expect(createPositionTrail(50n).within(50n, 60n)).toBe(false);
  });

  it('stays bounded and rather reports a change than misses one', () => {
    const trail = createPositionTrail(0n);
    for (let position = 1n; position <= 10_000n; position += 1n) trail.add(position * 10n);
    expect(trail.within(1n, 5n)).toBe(true);
    expect(trail.within(99_990n, 99_999n)).toBe(false);
    expect(trail.within(99_990n, 100_000n)).toBe(true);
  });
});
