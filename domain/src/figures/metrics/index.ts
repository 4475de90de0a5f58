export {
  type BaseSums,
  type ComputedRow,
  computeRow,
  fillRow,
  planRows,
  type RowOptions,
  type RowPlan,
  sumBase,
  withoutAds,
  withoutPeople,
  zeroBase,
} from './compute-row.ts';
export type { ComputedMetricName } from './computed-metrics.ts';
export { formatMetric } from './format-metric.ts';
export type {
  BaseQuantity,
  Metric,
  MetricGroup,
  MetricLevel,
  MetricMode,
} from './metric.ts';
export {
  chartMetricsOf,
  isMetricName,
  metricCatalogue,
  metricOf,
  metricsOf,
  productStates,
} from './metric-catalogue.ts';
export { withheldColumns, withheldSettings } from './withheld-columns.ts';
