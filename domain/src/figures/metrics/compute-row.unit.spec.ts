import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BaseSums, computeRow, computeTotals, sumBase, withoutAds, zeroBase } from './compute-row.ts';
import { type ComputedMetricName, computedMetrics } from './computed-metrics.ts';
import type { ClaimFilter, Metric } from './metric.ts';

const base = (overrides: Partial<BaseSums>): BaseSums => ({ ...zeroBase(), ...overrides });
const dollars = (amount: number) => Math.round(amount * 1_000_000);
const compute = (sums: BaseSums, claimType: ClaimFilter = 'click') => computeRow(sums, { claimType, level: 'keyword' });
const total = (rows: BaseSums[], claimType: ClaimFilter = 'click') =>
  computeTotals(rows, { claimType, level: 'keyword' });

// Three keywords; what people did after a tap, and in the last line after seeing the ad only.
const k1 = base({
  impressions: 10_000,
  taps: 500,
  tap_installs: 250,
  view_installs: 20,
  first_launches: 240,
  trials: 6,
  trial_conversions: 4,
  conversions: 5,
  refunded_conversions: 1,
  spend_micros: dollars(400),
  current_income_micros: dollars(71.75),
});
const k2 = base({
  impressions: 4000,
  taps: 120,
  tap_installs: 48,
  view_installs: 2,
  first_launches: 45,
  trials: 2,
  conversions: 1,
  spend_micros: dollars(90),
  current_income_micros: dollars(11.9),
});
const k3 = base({ impressions: 300, view_installs: 1 });
const k3Total = { ...k3, first_launches: 1, conversions: 1, current_income_micros: dollars(7) };

const close = (row: Record<string, number | null>, expected: Record<string, number | null>) => {
  for (const [name, value] of Object.entries(expected)) {
    if (value === null) expect(row[name], name).toBeNull();
    else expect(row[name], name).toBeCloseTo(value, 6);
  }
};

describe('the columns of a row', () => {
  it('follow from its sums', () => {
    close(compute(k1), {
      installs: 250,
      ttr: 0.05,
      cr: 0.5,
      ir: 0.025,
      launch_rate: 0.96,
      install_to_trial: 0.024,
      trial_to_conversion: 0.666667,
      install_to_conversion: 0.02,
      refund_rate: 0.2,
      cpt: 0.8,
      cpa: 1.6,
      cpm: 40,
      cost_per_trial: 66.666667,
      cost_per_conversion: 80,
      current_income: 71.75,
      current_ltv: 0.287,
      current_result: -328.25,
      current_roas: 0.179375,
      spend: 400,
    });
  });

  it('are null where the denominator is zero, never zero or infinite', () => {
    close(compute(k3), {
      installs: 0,
      ttr: 0,
      cr: null,
      ir: 0,
      launch_rate: null,
      cpt: null,
      cpa: null,
      cpm: 0,
      cost_per_trial: null,
      current_ltv: null,
      current_result: 0,
      current_roas: null,
      refund_rate: null,
    });
  });

  it('count installs of the claim type, and have no conversion rate for views', () => {
    expect(compute(k1, 'view')).toMatchObject({ installs: 20, cr: null, cpa: 20, impressions: 10_000, spend: 400 });
    expect(compute(k1, 'total')).toMatchObject({ installs: 270, cr: 0.54 });
    close(compute(k3Total, 'total'), { installs: 1, cr: null, cpa: 0, current_roas: null, current_result: 7 });
  });

  it('of users no ad brought have no ad numbers and no results, but their income', () => {
    const people = { first_launches: 9, trials: 3, conversions: 1, current_income_micros: dollars(46.18) };
    const row = compute(withoutAds(people), 'total');
    expect(row).toMatchObject({ first_launches: 9, trials: 3, conversions: 1, current_income: 46.18, refund_rate: 0 });
    const unknown: ComputedMetricName[] = [
      'impressions',
      'taps',
      'installs',
      'spend',
      'ttr',
      'cpa',
      'current_ltv',
      'current_result',
      'current_roas',
    ];
    expect(unknown.filter((name) => row[name] !== null)).toEqual([]);
  });
});

describe('totals', () => {
  it('are made from sums, not from the columns of the rows', () => {
    close(total([k1, k2, k3]), {
      installs: 298,
      ttr: 0.043357,
      cr: 0.480645,
      ir: 0.020839,
      launch_rate: 0.956376,
      install_to_trial: 0.026846,
      trial_to_conversion: 0.5,
      install_to_conversion: 0.020134,
      refund_rate: 0.166667,
      cpt: 0.790323,
      cpa: 1.644295,
      cpm: 34.265734,
      cost_per_trial: 61.25,
      cost_per_conversion: 81.666667,
      current_income: 83.65,
      current_ltv: 0.280705,
      current_result: -406.35,
      current_roas: 0.170714,
    });
    expect(total([k1, k2, k3Total], 'total').installs).toBe(321);
  });

  it('of no rows are zeros and undefined ratios', () => {
    expect(total([])).toMatchObject({ impressions: 0, spend: 0, current_result: 0, ttr: null, cpa: null });
  });

  it('do not know what no row knows', () => {
    expect(sumBase([withoutAds({ trials: 1 }), withoutAds({ trials: 2 })])).toMatchObject({ taps: null, trials: 3 });
    expect(sumBase([withoutAds({ trials: 1 }), k1])).toMatchObject({ taps: 500, trials: 7 });
  });
});

const amount = fc.integer({ min: 0, max: 1_000_000 });
const anyBase: fc.Arbitrary<BaseSums> = fc.record(
  Object.fromEntries(Object.keys(zeroBase()).map((name) => [name, amount])) as Record<keyof BaseSums, typeof amount>,
);
const anyClaim = fc.constantFrom<ClaimFilter>('click', 'view', 'total');
const ratios: readonly Metric<ComputedMetricName>[] = computedMetrics.filter((metric) => metric.from.kind === 'ratio');

describe('for whatever rows', () => {
  it('every ratio is the ratio of the sums, whatever way rows are grouped before', () => {
    fc.assert(
      fc.property(fc.array(anyBase, { minLength: 1, maxLength: 8 }), fc.nat(8), anyClaim, (rows, cut, claimType) => {
        const whole = total(rows, claimType);
        const grouped = total([sumBase(rows.slice(0, cut)), sumBase(rows.slice(cut))], claimType);
        expect(grouped).toEqual(whole);
        const sum = (name: keyof BaseSums) => rows.reduce((added, row) => added + (row[name] ?? 0), 0);
        if (sum('impressions') > 0) expect(whole.ttr).toBe(sum('taps') / sum('impressions'));
        if (sum('trials') > 0) expect(whole.trial_to_conversion).toBe(sum('trial_conversions') / sum('trials'));
      }),
    );
  });

  it('a ratio of a total lies between the lowest and the highest of its rows', () => {
    fc.assert(
      fc.property(fc.array(anyBase, { minLength: 1, maxLength: 6 }), (rows) => {
        const whole = total(rows);
        for (const { name } of ratios) {
          const parts = rows.map((row) => compute(row)[name]);
          if (parts.some((part) => part === null)) continue;
          const partValues = parts.filter((part) => part !== null);
          const slack = 1e-9 * Math.max(1, ...partValues);
          expect(whole[name]).toBeGreaterThanOrEqual(Math.min(...partValues) - slack);
          expect(whole[name]).toBeLessThanOrEqual(Math.max(...partValues) + slack);
        }
      }),
    );
  });

  it('no column is ever NaN or infinite', () => {
    fc.assert(
      fc.property(anyBase, anyClaim, (row, claimType) => {
        const values = Object.values(compute(row, claimType));
        expect(values.every((value) => value === null || Number.isFinite(value))).toBe(true);
      }),
    );
  });
});
