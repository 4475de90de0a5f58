import { metricOf } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { growsWithAge, isImmature, maturityText, meanMaturity } from './maturity.ts';

describe('maturity', () => {
  it('below six tenths is too young to compare, and not known is not young', () => {
    const immature = [0.59, 0.6, null, undefined].map((maturity) => isImmature({ maturity }));
    expect(immature).toEqual([true, false, false, false]);
  });

  it('is said in whole percent', () => {
    expect(maturityText(0.578)).toBe('About 58 % of 30-day income received so far');
  });

  it('touches what users still bring, not what was spent on them', () => {
    const grow = (names: string[]) => names.map((name) => growsWithAge(metricOf(name)));
    expect(grow(['conversions', 'current_income', 'predicted_roas', 'current_result', 'cost_per_conversion'])).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(grow(['spend', 'taps', 'trials', 'cpa', 'daily_cap', 'impression_share'])).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  it('of many rows counts each by its installs', () => {
    const row = (maturity: number | null, installs: number | null) => ({
      id: 1,
      name: '',
      status: null,
      maturity,
      installs,
    });
    expect(meanMaturity([row(0.5, 30), row(1, 10), row(null, 100), row(0, null)])).toBeCloseTo(0.625, 12);
    expect(meanMaturity([row(null, 5)])).toBeNull();
  });
});
