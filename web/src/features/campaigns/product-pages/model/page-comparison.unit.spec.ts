import type { CppReportRow } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { comparisonOf, differenceOf, ratioOf, sumComparisons } from './page-comparison.ts';
import { rangeOf } from './rate-difference.ts';

/** A row by impressions, taps and installs of each side. */
function row(standard: readonly [number, number, number], page: readonly [number, number, number]): CppReportRow {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const side = (name: 'default' | 'cpp', [impressions, taps, installs]: readonly [number, number, number]) => ({
    [`${name}_impressions`]: impressions,
    [`${name}_cpt`]: taps === 0 ? null : 1.5,
    [`${name}_ttr`]: share(taps, impressions),
    [`${name}_cr`]: share(installs, taps),
    [`${name}_ir`]: share(installs, impressions),
  });
  return {
    name: 'sleep',
    ad_group_id: 601,
    ...side('default', standard),
    ...side('cpp', page),
  } as unknown as CppReportRow;
}

describe('the range of a difference', () => {
  it.each([
    // Newcombe 1998, table II, method 10.
    [{ count: 56, of: 70 }, { count: 48, of: 80 }, 0.0524, 0.3339],
    [{ count: 9, of: 10 }, { count: 3, of: 10 }, 0.1705, 0.809],
    [{ count: 10, of: 10 }, { count: 0, of: 20 }, 0.6791, 1],
  ])('of %o and %o is as published', (left, other, low, high) => {
    const range = rangeOf(left, other);
    expect(range.low).toBeCloseTo(low, 4);
    expect(range.high).toBeCloseTo(high, 4);
  });
});

describe('a page beside the default one', () => {
  it.each([
    ['better', [10_000, 1000, 300], [10_000, 1200, 400]],
    ['worse', [10_000, 1000, 400], [10_000, 1000, 300]],
    ['unclear', [1000, 100, 30], [1000, 100, 34]],
    ['few', [10_000, 1000, 300], [200, 29, 20]],
    ['few', [0, 0, 0], [1000, 100, 40]],
  ] as const)('is %s', (verdict, standard, page) => {
    expect(comparisonOf(row(standard, page)).verdict).toBe(verdict);
  });

  it('differs by so much, give or take what chance explains', () => {
    const comparison = comparisonOf(row([1000, 100, 40], [2000, 300, 150]));
    expect(ratioOf(comparison.cpp, 'ttr')).toBeCloseTo(0.15, 10);
    const ttr = differenceOf(comparison, 'ttr');
    expect(ttr?.value).toBeCloseTo(0.05, 10);
    expect(ttr?.range?.low).toBeLessThan(0.05);
    expect(ttr?.range?.high).toBeGreaterThan(0.05);
    expect(differenceOf(comparison, 'cpt')).toEqual({ value: 0, range: null });
  });

  it('is summed up by counts and never by means', () => {
    const rows = [row([1000, 100, 10], [100, 50, 25]), row([0, 0, 0], [900, 50, 0])].map(comparisonOf);
    const total = sumComparisons(rows);
    expect(total.cpp).toEqual({ impressions: 1000, taps: 100, installs: 25, spend: 150 });
    expect(ratioOf(total.cpp, 'cr')).toBe(0.25);
    expect(ratioOf(sumComparisons([]).default, 'ttr')).toBeNull();
  });

  it('is not known where a count could not be read, nor is a sum that lacks it', () => {
    const unread = comparisonOf({
      ...row([1000, 100, 40], [2000, 300, 150]),
      cpp_ttr: null,
      cpp_cr: null,
      cpp_cpt: null,
    });
    expect(unread.cpp).toEqual({ impressions: 2000, taps: null, installs: 150, spend: null });
    expect(differenceOf(unread, 'ttr')).toBeNull();
    const total = sumComparisons([unread, comparisonOf(row([1000, 100, 40], [500, 30, 5]))]);
    expect(total.cpp).toEqual({ impressions: 2500, taps: null, installs: 155, spend: null });
  });
});
