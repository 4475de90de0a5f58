import { describe, expect, it } from 'vitest';
import { computeRow, zeroBase } from './compute-row.ts';
import { formatMetric } from './format-metric.ts';
import type { Metric } from './metric.ts';
import { chartMetricsOf, isMetricName, metricCatalogue, metricOf, metricsOf } from './metric-catalogue.ts';

const metrics: readonly Metric[] = metricCatalogue;
const names = (list: readonly Metric[]) => list.map((metric) => metric.name);

describe('the catalogue of columns', () => {
  it('has every column of the reports, each once', () => {
    const expected = [
      'impressions',
      'taps',
      'installs',
      'first_launches',
      'trials',
      'conversions',
      'ttr',
      'cr',
      'ir',
      'launch_rate',
      'install_to_trial',
      'trial_to_conversion',
      'install_to_conversion',
      'refund_rate',
      'cpt',
      'cpa',
      'cpm',
      'spend',
      'cost_per_trial',
      'cost_per_conversion',
      'current_ltv',
      'current_income',
      'current_result',
      'current_roas',
      'predicted_ltv',
      'predicted_income',
      'predicted_result',
      'predicted_roas',
      'impression_share',
      '7d_impression_share',
      'match_rate',
      'rank',
      'all_slots_impression_share',
      'new_downloads',
      'redownloads',
      'pre_orders',
      'modification_time',
      'budget',
      'daily_cap',
      'daily_spend',
      'target_cpa',
      'bids_set_by_apple',
      'cpt_bid',
      'cpa_goal',
      'search_match',
      'settings_currency',
      'country',
      'month',
      'name',
      'status',
    ];
    expect(names(metrics).sort()).toEqual(expected.sort());
  });

  it('explains each column in a sentence and shows each on the full report', () => {
    for (const metric of metrics) {
      expect(metric.definition, metric.name).toMatch(/^[A-Z"'].{10,}\.$/);
      expect(metric.tabs, metric.name).toContain('full_report');
      expect(metric.levels.length, metric.name).toBeGreaterThan(0);
    }
  });

  it('gives settings only to the level that has them', () => {
    const settings = (level: 'campaign' | 'ad_group' | 'keyword') =>
      names(metricsOf(level).filter((metric) => metric.group === 'budget' && metric.levels.length < 3));
    expect(settings('campaign')).toEqual(['budget', 'daily_cap', 'daily_spend', 'target_cpa']);
    expect(settings('ad_group')).toEqual(['cpt_bid', 'cpa_goal', 'search_match', 'modification_time']);
    expect(settings('keyword')).toEqual(['cpt_bid']);
  });

  it('shows the figures of a campaign that decide on the short report', () => {
    expect(names(metricsOf('campaign', 'short_report'))).toEqual([
      'name',
      'status',
      'daily_cap',
      'daily_spend',
      'taps',
      'installs',
      'cpa',
      'spend',
      'trials',
      'conversions',
      'current_income',
      'current_ltv',
      'current_result',
      'current_roas',
      'predicted_income',
      'predicted_ltv',
      'predicted_result',
      'predicted_roas',
    ]);
  });

  it('offers charts the metrics of each level', () => {
    const shared = [
      'impressions',
      'taps',
      'installs',
      'new_downloads',
      'redownloads',
      'pre_orders',
      'ttr',
      'cr',
      'ir',
      'cpt',
      'cpa',
      'trials',
      'conversions',
      'spend',
    ];
    const income = [
      'predicted_income',
      'current_income',
      'predicted_ltv',
      'current_ltv',
      'predicted_roas',
      'current_roas',
    ];
    const offered = (level: 'campaign' | 'ad_group' | 'keyword') => names(chartMetricsOf(level)).sort();
    expect(offered('campaign')).toEqual([...shared, ...income, 'daily_cap'].sort());
    expect(offered('ad_group')).toEqual([...shared, ...income, 'impression_share', 'cpt_bid', 'cpa_goal'].sort());
    expect(offered('keyword')).toEqual([...shared, ...income, 'impression_share', 'cpt_bid'].sort());
  });

  it('computes exactly the columns of a level that are no settings', () => {
    const computed = Object.keys(computeRow(zeroBase(), { claimType: 'click', level: 'campaign' }));
    const catalogued = names(metricsOf('campaign').filter((metric) => metric.from.kind !== 'setting'));
    expect(computed.sort()).toEqual(catalogued.sort());
  });

  it('is asked by name', () => {
    expect(metricOf('cpa').unit).toBe('money_per_unit');
    expect([isMetricName('cpa'), isMetricName('toString')]).toEqual([true, false]);
    expect(() => metricOf('nothing')).toThrow(RangeError);
  });
});

describe('a number', () => {
  it('of money has two decimals under 100 and none from there on', () => {
    const formatted = [0, 1.5, 99.99, 99.996, 100, 1234.5, -64.384, -899.4].map((value) =>
      formatMetric(value, 'money'),
    );
    expect(formatted).toEqual(['0.00', '1.50', '99.99', '100', '100', '1,235', '-64.38', '-899']);
  });

  it('of a percentage has two decimals, and a count none', () => {
    expect([2.4, 5.49, 5.5].map((rank) => formatMetric(rank, 'rank'))).toEqual(['2', '5', '> 5']);
    expect([formatMetric(0.0534, 'percent'), formatMetric(12.3456, 'percent')]).toEqual(['5.34', '1,234.56']);
    expect(formatMetric(7753, 'count')).toBe('7,753');
  });

  it('that is not known is a dash', () => {
    expect(formatMetric(null, 'money')).toBe('–');
  });
});
