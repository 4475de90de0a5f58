import { describe, expect, it } from 'vitest';
import { isRefitDue, type LastFit } from './refit-models.contract.ts';

const at = '2026-02-01T00:00:00.000Z';
const hourMs = 3_600_000;
const soon = Date.parse(at) + hourMs;
const fitted = (lines: Record<string, number>): LastFit => ({ at, lines });

describe('a refit', () => {
  it.each<[string, Record<string, number>, LastFit | null, number, boolean]>([
    ['waits for a first line', { monthly: 0 }, null, soon, false],
    ['comes with the first line', { monthly: 1 }, null, soon, true],
    ['comes with another product', { monthly: 100, yearly: 1 }, fitted({ monthly: 100 }), soon, true],
    ['waits while nothing is new', { monthly: 100 }, fitted({ monthly: 100 }), soon, false],
    ['waits below five percent', { monthly: 104 }, fitted({ monthly: 100 }), soon, false],
    ['comes at five percent', { monthly: 105 }, fitted({ monthly: 100 }), soon, true],
    ['waits below fifty lines of many', { monthly: 100_049 }, fitted({ monthly: 100_000 }), soon, false],
    ['comes at fifty lines of many', { monthly: 100_050 }, fitted({ monthly: 100_000 }), soon, true],
    ['waits within the hour', { monthly: 219 }, fitted({ monthly: 100 }), soon - 1, false],
    ['comes within the hour when lines more than doubled', { monthly: 220 }, fitted({ monthly: 100 }), soon - 1, true],
    ['comes after a day', { monthly: 100 }, fitted({ monthly: 100 }), Date.parse(at) + 24 * hourMs, true],
  ])('%s', (_what, lines, last, now, due) => {
    expect(isRefitDue(lines, last, now)).toBe(due);
  });
});
