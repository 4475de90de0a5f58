import { metricOf } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { changeText, differInMaturity, earlierPeriod } from './compare-periods.ts';

describe('the earlier period', () => {
  it('is as many days right before', () => {
    const week = { from: '2026-11-15', to: '2026-11-21' };
    expect(earlierPeriod(week, 'previous')).toEqual({ from: '2026-11-08', to: '2026-11-14' });
    const day = { from: '2026-03-01', to: '2026-03-01' };
    expect(earlierPeriod(day, 'previous')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });

  it('is the same days a year ago, also around a leap day', () => {
    const range = { from: '2028-02-01', to: '2028-02-29' };
    expect(earlierPeriod(range, 'year')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  });

  it('is none while nothing is compared', () => {
    expect(earlierPeriod({ from: '2026-11-15', to: '2026-11-21' }, 'none')).toBeNull();
  });
});

describe('a change', () => {
  const text = (column: string, now: number | null, before: number | null | undefined) =>
    changeText(metricOf(column), now, before);

  it('is absolute, then in whole percent', () => {
    expect(text('taps', 806, 764)).toBe('+42  +5 %');
    expect(text('taps', 702, 721)).toBe('−19  −3 %');
    expect(text('cpa', 4.27, 3.81)).toBe('+0.46  +12 %');
    expect(text('spend', 1499, 1313)).toBe('+186  +14 %');
  });

  it('of a percentage is in percentage points', () => {
    expect(text('current_roas', 0.9456, 1.0118)).toBe('−6.62 pp');
    expect(text('ttr', 0.05, 0.05)).toBe('0');
  });

  it('is new where there was nothing before, and nothing where nothing changed', () => {
    expect([text('taps', 4, 0), text('taps', 4, undefined), text('taps', 4, null)]).toEqual(['new', 'new', 'new']);
    expect([text('taps', 0, 0), text('taps', 7, 7), text('spend', 1.001, 1)]).toEqual(['0', '0', '0']);
  });

  it('of a result has no percent, as it may cross zero', () => {
    expect(text('current_result', 204, -51.13)).toBe('+255');
  });

  it('is not said of settings and of what is not known now', () => {
    expect(text('daily_cap', 5, 4)).toBeNull();
    expect(text('cpa', null, 4)).toBeNull();
  });
});

describe('two periods', () => {
  it('do not compare when one is much younger', () => {
    expect(differInMaturity(0.58, 0.97)).toBe(true);
    expect(differInMaturity(0.95, 0.97)).toBe(false);
    expect(differInMaturity(null, 0.97)).toBe(false);
  });
});
