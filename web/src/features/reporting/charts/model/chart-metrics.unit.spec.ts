import { metricOf } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { carriedMetrics, valueOver } from './chart-metrics.ts';

const bucket = (part: Record<string, number | null>) => ({ date: '2026-11-14', ...part });

describe('a metric over the whole range', () => {
  it('is the sum of amounts; unknown buckets are left out', () => {
    const buckets = [bucket({ spend: 10 }), bucket({ spend: null }), bucket({ spend: 5 })];
    expect(valueOver(buckets, metricOf('spend'))).toBe(15);
    expect(valueOver([bucket({ spend: null })], metricOf('spend'))).toBeNull();
  });

  it('is the ratio of sums, never the mean of ratios', () => {
    const buckets = [bucket({ spend: 10, taps: 1, cpt: 10 }), bucket({ spend: 10, taps: 9, cpt: 10 / 9 })];
    expect(valueOver(buckets, metricOf('cpt'))).toBe(2);
  });

  it('takes a bucket into neither sum when one of them does not know it', () => {
    const buckets = [bucket({ spend: 10, taps: 5 }), bucket({ spend: null, taps: 5 })];
    expect(valueOver(buckets, metricOf('cpt'))).toBe(2);
    expect(valueOver([bucket({ spend: 10, taps: 0 })], metricOf('cpt'))).toBeNull();
  });

  it('is the last known value of settings, and of shares whose parts are not there', () => {
    const buckets = [bucket({ daily_cap: 100 }), bucket({ daily_cap: 120 }), bucket({ daily_cap: null })];
    expect(valueOver(buckets, metricOf('daily_cap'))).toBe(120);
    expect(valueOver([bucket({ impression_share: 0.4 })], metricOf('impression_share'))).toBe(0.4);
  });
});

describe('metrics to choose from', () => {
  it('are those of the level, distinguished by what they predict', () => {
    const labels = carriedMetrics('adgroups', []).map(({ label }) => label);
    expect(labels).toContain('Predicted income');
    expect(labels).toContain('Current LTV');
    expect(labels).toContain('CPA goal');
    expect(carriedMetrics('keywords', []).map(({ name }) => name)).not.toContain('cpa_goal');
  });

  it('are without those a restricted view does not carry', () => {
    const item = { id: 1, name: 'A', status: null, granularity: [bucket({ installs: 1 })] };
    expect(carriedMetrics('campaigns', [item]).map(({ name }) => name)).toEqual(['installs']);
  });
});
