import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gammaQuantile, gammaShareBelow } from '../numeric/gamma-quantile.ts';
import { seededRandom } from '../numeric/seeded-random.ts';
import { workedMonthly, workedYearly } from '../testing/worked-models.ts';
import { type ActiveSubscription, feeSchedule } from './active-subscription.ts';
import { type BandMember, bandOf, smoothBand } from './band.ts';
import { futureChargesWithinHorizon, remainingOf } from './value.ts';

const monthly = feeSchedule({ period_days: 30.4375, small_business: false });
const yearly = feeSchedule({ period_days: 365.25, small_business: false });
const active: ActiveSubscription = {
  status: 'active',
  country: 'US',
  charges: 1,
  hours_in_trial: 0,
  elapsed: 0,
  retry_days: 0,
  price_ex_vat: 10,
};
const member = (overrides: Partial<ActiveSubscription>, keyword = 'K1'): BandMember => ({
  keyword,
  subscription: { ...active, ...overrides },
  model: workedMonthly,
  fees: monthly,
});
/** The active subscriptions of keyword K1 of the worked example. */
const k1: BandMember[] = [
  member({ status: 'trial', charges: 0, hours_in_trial: 30 }),
  member({ charges: 2 }),
  { ...member({ price_ex_vat: 60 }), model: workedYearly, fees: yearly },
  member({ price_ex_vat: 12.5 }),
];
const alone = { keyword: 0, calendar: 0 };

interface Outcome {
  readonly value: number;
  readonly chance: number;
}

/** Every sum that the remaining proceeds of a row can have, in order, with its chance. */
function outcomesOf(members: readonly BandMember[]): Outcome[] {
  let sums: Outcome[] = [{ value: 0, chance: 1 }];
  for (const { subscription, model, fees } of members) {
    const outcomes: Outcome[] = [];
    let reached = 1;
    let paid = 0;
    for (const { chance, proceeds } of futureChargesWithinHorizon(subscription, model, fees)) {
      outcomes.push({ value: paid, chance: reached * (1 - chance) });
      reached *= chance;
      paid += proceeds;
    }
    outcomes.push({ value: paid, chance: reached });
    sums = sums.flatMap((sum) =>
      outcomes.map(({ value, chance }) => ({ value: sum.value + value, chance: sum.chance * chance })),
    );
  }
  return sums.sort((a, b) => a.value - b.value);
}

function quantileOf(outcomes: readonly Outcome[], share: number): number {
  let reached = 0;
  for (const { value, chance } of outcomes) {
    reached += chance;
    if (reached >= share) return value;
  }
  return Number.NaN;
}

describe('the band of a row', () => {
  it('of few is simulated: its ends are where the enumerated outcomes of the worked example have 10 % and 90 %', () => {
    const outcomes = outcomesOf(k1);
    expect([0.1, 0.5, 0.9].map((share) => quantileOf(outcomes, share).toFixed(2))).toEqual(['14.00', '50.75', '96.50']);
    const { low, high } = bandOf(k1, 71.75, { spreads: alone });
    expect(low).toBeCloseTo(85.75, 6);
    const below = outcomes.filter(({ value }) => value <= high - 71.75 + 1e-9);
    expect(below.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(0.9, 1.7);
  });

  it('has the means and variances of the worked example', () => {
    const moments = k1.map(({ subscription, model, fees }) => remainingOf(subscription, model, fees));
    const variances = moments.map(({ mean, secondMoment }) => secondMoment - mean * mean);
    expect(moments.map(({ mean }) => Number(mean.toFixed(4)))).toEqual([11.568, 9.45, 20.4, 12.3375]);
    const expected = [120.533, 35.6475, 624.24, 134.895];
    for (const [index, variance] of variances.entries()) {
      expect(Math.abs(variance - (expected[index] ?? 0))).toBeLessThan(0.0005);
    }
    expect(variances.reduce((sum, variance) => sum + variance, 0)).toBeCloseTo(915.316, 3);
  });

  it('is the same on every look, and a point where nothing is live', () => {
    expect(bandOf(k1, 10)).toEqual(bandOf(k1, 10));
    expect(bandOf([], 12.5)).toEqual({ low: 12.5, high: 12.5 });
    expect(smoothBand({ live: 0, mean: 0, variance: 0, keyword_squares: 0 }, 3)).toEqual({ low: 3, high: 3 });
  });

  it('of many live subscriptions is the Gamma range of their sums', () => {
    const many = Array.from({ length: 40 }, (_, index) => member({ charges: 2 }, `K${index % 2}`));
    const { mean, secondMoment } = remainingOf({ ...active, charges: 2 }, workedMonthly, monthly);
    const sums = {
      live: 40,
      mean: 40 * mean,
      variance: 40 * (secondMoment - mean * mean),
      keyword_squares: 2 * (20 * mean) ** 2,
    };
    const band = bandOf(many, 100);
    const expected = smoothBand(sums, 100);
    expect(band.low).toBeCloseTo(expected.low, 6);
    expect(band.high).toBeCloseTo(expected.high, 6);
    const variance = sums.variance + (0.15 ** 2 / 2 + 0.05 ** 2) * sums.mean ** 2;
    expect(gammaShareBelow(sums.mean ** 2 / variance, (band.high - 100) / (variance / sums.mean))).toBeCloseTo(0.9, 9);
  });

  it('is wider for one keyword than for many of the same size', () => {
    const width = (keywordOf: (index: number) => string): number => {
      const row = Array.from({ length: 200 }, (_, index) => member({ charges: 2 }, keywordOf(index)));
      const { low, high } = bandOf(row, 0);
      return high - low;
    };
    expect(width(() => 'one')).toBeGreaterThan(1.5 * width((index) => `K${index}`));
  });

  it('adds up: sums of any partition of the users are the sums of all', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (partition) => {
        const moments = (keep: boolean): number =>
          partition
            .map((isMember, index) => (isMember === keep ? { ...active, charges: 1 + (index % 3) } : null))
            .reduce(
              (sum, subscription) =>
                sum + (subscription === null ? 0 : remainingOf(subscription, workedMonthly, monthly).mean),
              0,
            );
        const all = partition.reduce(
          (sum, _, index) => sum + remainingOf({ ...active, charges: 1 + (index % 3) }, workedMonthly, monthly).mean,
          0,
        );
        expect(moments(true) + moments(false)).toBeCloseTo(all, 9);
      }),
      { seed: 9, numRuns: 20 },
    );
  });
});

describe('the Gamma quantile', () => {
  it.each([
    [4, 25, [43.619, 91.802, 167.02]],
    [0.5, 10, [0.07895, 2.27468, 13.52772]],
    [25, 2, [37.689, 49.335, 63.167]],
    [53.7555 ** 2 / 980.334, 980.334 / 53.7555, [19.51, Number.NaN, 95.73]],
  ])('has the known values: shape %d, scale %d', (shape, scale, expected) => {
    [0.1, 0.5, 0.9].forEach((share, index) => {
      const value = expected[index] ?? Number.NaN;
      if (Number.isNaN(value)) return;
      const digits = `${value}`.split('.')[1]?.length ?? 0;
      expect(gammaQuantile(share, shape, scale)).toBeCloseTo(value, Math.min(digits, 3) - 0.001);
    });
  });

  it('is the inverse of the distribution from tiny to huge shapes', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 300; run += 1) {
      const shape = 10 ** (-1.5 + 6.4 * random());
      for (const share of [0.1, 0.9]) {
        expect(gammaShareBelow(shape, gammaQuantile(share, shape, 1))).toBeCloseTo(share, 7);
      }
    }
  });

  it('refuses what is no distribution', () => {
    expect(() => gammaQuantile(0.1, 0, 1)).toThrow(RangeError);
    expect(() => gammaQuantile(1, 1, 1)).toThrow(RangeError);
  });
});
