import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CohortDay, compareRoas } from './falling-roas.ts';
import { type LaunchDay, launchRateGap } from './launch-rate-gap.ts';

const day = (income: number, spend = 100, conversions = 5): CohortDay => ({ income, spend, conversions });
const inTurns = Array.from({ length: 28 }, (_, index) => day(index % 2 === 0 ? 120 : 100));

describe('ROAS of closed cohorts', () => {
  it('is falling when it is a fifth lower and chance does not explain it', () => {
    const comparison = compareRoas(
      inTurns,
      [90, 70, 90, 70, 90, 70, 90].map((income) => day(income)),
    );
    expect(comparison?.before).toBeCloseTo(1.1, 10);
    expect(comparison?.now).toBeCloseTo(0.814286, 6);
    expect(comparison?.z).toBeCloseTo(-6.38, 2);
    expect(comparison?.isFalling).toBe(true);
  });

  it('is not falling when days differ so much that it may be chance', () => {
    const comparison = compareRoas(
      inTurns,
      [160, 20, 40, 150, 30, 110, 60].map((income) => day(income)),
    );
    expect(comparison?.now).toBeCloseTo(0.814286, 6);
    expect(comparison?.z).toBeCloseTo(-1.3, 2);
    expect(comparison?.isFalling).toBe(false);
  });

  it('is not judged with few conversions, without spend, or of one day', () => {
    const few = Array.from({ length: 5 }, () => day(10));
    expect(compareRoas(inTurns, few)).toBeUndefined();
    expect(compareRoas(few, inTurns)).toBeUndefined();
    expect(compareRoas(inTurns, [day(10, 0, 40), day(10, 0, 40)])).toBeUndefined();
    expect(compareRoas(inTurns, [day(10, 100, 40)])).toBeUndefined();
  });

  it('compares the same in every currency, and days in any order', () => {
    const days = fc.array(
      fc.record({
        income: fc.integer({ min: 0, max: 1_000_000 }),
        spend: fc.integer({ min: 1, max: 1_000_000 }),
        conversions: fc.integer({ min: 5, max: 50 }),
      }),
      { minLength: 7, maxLength: 28 },
    );
    const scaled = (of: readonly CohortDay[], by: number) =>
      of.map(({ income, spend, conversions }) => ({ income: income * by, spend: spend * by, conversions }));
    fc.assert(
      fc.property(days, days, fc.constantFrom(0.01, 150, 1_000_000), (before, now, by) => {
        const comparison = compareRoas(before, now);
        const other = compareRoas(scaled(before.toReversed(), by), scaled(now, by));
        fc.pre(comparison !== undefined && Number.isFinite(comparison.z) && Math.abs(comparison.z + 1.645) > 1e-6);
        expect(other?.z).toBeCloseTo(comparison.z, 6);
        expect(other?.isFalling).toBe(comparison.isFalling);
        expect(comparison.z).toBeCloseTo(independentZ(before, now), 6);
      }),
    );
  });
});

/** The same by residuals one after another, as a textbook has it: the standard error of a ratio estimator. */
function independentZ(before: readonly CohortDay[], now: readonly CohortDay[]): number {
  const estimate = (days: readonly CohortDay[]) => {
    let income = 0;
    let spend = 0;
    for (const cohort of days) {
      income += cohort.income;
      spend += cohort.spend;
    }
    const mean = spend / days.length;
    let residuals = 0;
    for (const cohort of days) residuals += ((cohort.income - (income / spend) * cohort.spend) / mean) ** 2;
    return { ratio: income / spend, variance: residuals / (days.length - 1) / days.length };
  };
  const first = estimate(before);
  const second = estimate(now);
  return (second.ratio - first.ratio) / Math.sqrt(first.variance + second.variance);
}

const launches = (rate: number, installs = 1000): LaunchDay => ({
  installs,
  firstLaunches: Math.round(installs * rate),
});
/** Rates whose median is 0.92 and whose median absolute deviation is 0.012. */
const usual = Array.from({ length: 28 }, (_, index) => launches(index % 2 === 0 ? 0.932 : 0.908));

describe('the launch rate', () => {
  it('is outside its band eleven points below what is usual, and inside nine points below', () => {
    const lastDays = (rate: number) => [launches(rate), launches(rate), launches(rate)];
    expect(launchRateGap(lastDays(0.81), usual)).toMatchObject({ median: 0.92, band: 0.1, isOutside: true });
    expect(launchRateGap(lastDays(0.83), usual)?.isOutside).toBe(false);
    expect(launchRateGap(lastDays(0.82), usual)?.isOutside).toBe(false);
    expect(launchRateGap(lastDays(1.03), usual)?.isOutside).toBe(true);
  });

  it('has a wider band where days differ more', () => {
    const restless = Array.from({ length: 28 }, (_, index) => launches(index % 2 === 0 ? 0.97 : 0.87));
    const gap = launchRateGap([launches(0.75)], restless);
    expect(gap?.band).toBeCloseTo(4.4478 * 0.05, 10);
    expect(gap?.isOutside).toBe(false);
  });

  it('is outside its band exactly where an independent computation says so, on random days', () => {
    // Rates of a world lie around one of its own, the closer the calmer it is.
    const days = (least: number, most: number) =>
      fc.tuple(fc.integer({ min: 20, max: 95 }), fc.integer({ min: 0, max: 20 })).chain(([rate, spread]) =>
        fc.array(
          fc
            .tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: rate - spread, max: rate + spread }))
            .map(([installs, seen]): LaunchDay => ({ installs, firstLaunches: Math.round((installs * seen) / 100) })),
          { minLength: least, maxLength: most },
        ),
      );
    const outcomes = new Set<boolean>();
    fc.assert(
      fc.property(days(3, 3), days(14, 28), (last, before) => {
        const gap = launchRateGap(last, before);
        const installs = last.reduce((sum, lastDay) => sum + lastDay.installs, 0);
        expect(gap === undefined).toBe(installs < 50);
        if (gap === undefined) return;
        const expected = independentGap(last, before);
        expect(gap.median).toBeCloseTo(expected.median, 9);
        expect(gap.band).toBeCloseTo(expected.band, 9);
        fc.pre(Math.abs(expected.apart - expected.band) > 1e-6);
        expect(gap.isOutside).toBe(expected.apart > expected.band);
        outcomes.add(gap.isOutside);
      }),
      { numRuns: 200 },
    );
    expect(outcomes.size).toBe(2);
  });

  it('is not judged with few installs or few days before', () => {
    expect(launchRateGap([launches(0.1, 49)], usual)).toBeUndefined();
    expect(launchRateGap([launches(0.1)], usual.slice(0, 13))).toBeUndefined();
    const withoutInstalls = usual.map((usualDay, index) => (index < 15 ? launches(0, 0) : usualDay));
    expect(launchRateGap([launches(0.1)], withoutInstalls)).toBeUndefined();
  });
});

/** The same by ranks: the median is the value, or the mean of the two, that as many values are below as above. */
function independentGap(last: readonly LaunchDay[], before: readonly LaunchDay[]) {
  const median = (values: readonly number[]): number => {
    const below = (value: number): number => values.filter((other) => other < value).length;
    const notAbove = (value: number): number => values.filter((other) => other <= value).length;
    const ofRank = (rank: number): number =>
      values.find((value) => below(value) <= rank && rank < notAbove(value)) ?? 0;
    return (ofRank(Math.floor((values.length - 1) / 2)) + ofRank(Math.floor(values.length / 2))) / 2;
  };
  const rates = before.map(({ installs, firstLaunches }) => firstLaunches / installs);
  const usualRate = median(rates);
  let installed = 0;
  let launched = 0;
  for (const lastDay of last) {
    installed += lastDay.installs;
    launched += lastDay.firstLaunches;
  }
  const band = Math.max(0.1, 4.4478 * median(rates.map((rate) => Math.abs(rate - usualRate))));
  return { median: usualRate, band, apart: Math.abs(launched / installed - usualRate) };
}
