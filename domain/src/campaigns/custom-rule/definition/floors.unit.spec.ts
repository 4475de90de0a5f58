import { describe, expect, it } from 'vitest';
import { listMetrics } from './floors.ts';
import { ruleMetrics } from './rule-metrics.ts';

const floorsIn = (currency: string) =>
  new Map(listMetrics(ruleMetrics, currency).map(({ name, floor }) => [name, floor && `${floor.value} ${floor.of}`]));

describe('figures that rules may ask for', () => {
  it('have floors of what they are divided by, in the currency of the application', () => {
    const dollars = floorsIn('USD');
    expect(['ttr', 'cpt', 'cpa', 'cost_per_trial', 'refund_rate'].map((name) => dollars.get(name))).toEqual([
      '300 impressions',
      '20 taps',
      '5 installs',
      '5 trials',
      '3 conversions',
    ]);
    expect(dollars.get('7d_impression_share')).toBe('100 available_impressions');
    expect(dollars.get('ltv_d7')).toBe('5 installs');
    expect(dollars.get('roas_d30')).toBe('10 spend');
    expect(floorsIn('JPY').get('current_roas')).toBe('1000 spend');
  });

  it('have a floor exactly where they are ratios', () => {
    const floors = floorsIn('EUR');
    for (const { name, from } of ruleMetrics) expect(floors.get(name) !== null, name).toBe(from.kind === 'ratio');
  });
});
