import { expect } from 'vitest';

/** Numbers equal to a billionth, since the tables add up in any order; everything else the same. */
export function expectSame(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const difference = Math.abs(actual - expected);
    expect(difference, `${path}: ${actual} for ${expected}`).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(actual ?? {}), path).toEqual(Object.keys(expected));
    for (const [name, value] of Object.entries(expected)) {
      expectSame((actual as Record<string, unknown>)[name], value, `${path}.${name}`);
    }
  } else expect(actual, path).toBe(expected);
}
