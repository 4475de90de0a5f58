export type { BaseSums, ComputedRow, RowOptions, RowPlan } from './compute-row.ts';
export { computeRow, fillRow, planRows, sumBase, withoutAds, withoutPeople, zeroBase } from './compute-row.ts';
export type { ComputedMetricName } from './computed-metrics.ts';
export { formatMetric } from './format-metric.ts';
export type {
  BaseQuantity,
  Metric,
  MetricGroup,
  MetricLevel,
} from './metric.ts';
export type { MetricName } from './metric-catalogue.ts';
export {
  chartMetricsOf,
  isMetricName,
  metricCatalogue,
  metricOf,
  metricsOf,
  productStates,
} from './metric-catalogue.ts';
