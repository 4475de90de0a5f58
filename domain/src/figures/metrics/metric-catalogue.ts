import { computedMetrics } from './computed-metrics.ts';
import type { Metric, MetricChart, MetricLevel, MetricTab } from './metric.ts';
import { settingMetrics } from './setting-metrics.ts';

/** Every column of the reports, in the order of the full report. */
export const metricCatalogue = [...settingMetrics, ...computedMetrics] as const;

export type MetricName = (typeof metricCatalogue)[number]['name'];

/** States a product's subscriptions are counted in; their sum is the product's `count`. */
export const productStates = ['trial', 'trial_canceled', 'billing_issues', 'active', 'canceled', 'refunded'] as const;

const byName: ReadonlyMap<string, Metric<MetricName>> = new Map(metricCatalogue.map((metric) => [metric.name, metric]));

/** Whether a column of that name exists. */
export function isMetricName(name: string): name is MetricName {
  return byName.has(name);
}

/** @throws RangeError for a name that is no column. */
export function metricOf(name: string): Metric<MetricName> {
  const metric = byName.get(name);
  if (metric === undefined) throw new RangeError(`No column is called ${name}`);
  return metric;
}

/** The columns of a level, in order; with a tab only those it shows. */
export function metricsOf(level: MetricLevel, tab: MetricTab = 'full_report'): Metric<MetricName>[] {
  return metricCatalogue.filter((metric: Metric) => metric.levels.includes(level) && metric.tabs.includes(tab));
}

/** The metrics charts offer at a level, in the order of the full report. */
export function chartMetricsOf(level: MetricChart['levels'][number]): Metric<MetricName>[] {
  return metricCatalogue.filter((metric: Metric) => metric.chart?.levels.includes(level) === true);
}
