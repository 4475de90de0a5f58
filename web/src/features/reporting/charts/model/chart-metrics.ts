import { chartMetricsOf, type Metric, type SeriesBucket, type SeriesItem } from '@tapwise/contract';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { type ReportType, reportTypes } from '../messages.ts';

/** The metrics of a level, named so that predicted and current ones differ. */
export interface ChartMetric {
  metric: Metric;
  name: string;
  label: string;
}

function metricsOfType(type: ReportType): ChartMetric[] {
  return chartMetricsOf(reportTypes[type].level).map((metric) => ({
    metric,
    name: metric.name,
    label: labelOf(metric),
  }));
}

/** The metrics of a level that an answer carries: a restricted view lacks some. */
export function carriedMetrics(type: ReportType, items: readonly SeriesItem[]): ChartMetric[] {
  const buckets = items.flatMap(({ granularity }) => granularity.slice(0, 1));
  const metrics = metricsOfType(type);
  return buckets.length === 0 ? metrics : metrics.filter(({ name }) => buckets.some((bucket) => name in bucket));
}

function labelOf({ mode, label }: Metric): string {
  if (mode === undefined) return label;
  const word = label === label.toUpperCase() ? label : label.toLowerCase();
  return `${mode === 'predicted' ? 'Predicted' : 'Current'} ${word}`;
}

/** What charts begin with: what the ads are for. */
export const defaultMetric = 'predicted_income';
/** Properties drawn until others are chosen: both sides of the result, and the result. */
export const defaultProperties = ['spend', 'predicted_income', 'predicted_roas'];

/** The unit as a title says it: `$`, `%`, nothing for counts. */
export function unitSign({ unit }: Metric, currency: string): string | null {
  if (unit === 'percent') return '%';
  return unit === 'money' || unit === 'money_per_unit' || unit === 'settings_money' ? currencySymbol(currency) : null;
}

/** A bucket's value of a metric; `null` where it is not known. */
export function valueIn(bucket: SeriesBucket, metric: string): number | null {
  const value = bucket[metric];
  return typeof value === 'number' ? value : null;
}

/**
 * A metric over all buckets: sums of sums, ratios of sums. Settings and ratios whose parts the buckets do not carry
 * (impression share) have no sum; they show their last known value.
 */
export function valueOver(buckets: readonly SeriesBucket[], { from, name }: Metric): number | null {
  if (from.kind === 'base') return sumOf(buckets, name);
  if (from.kind === 'ratio' && carries(buckets, from.numerator) && carries(buckets, from.denominator)) {
    const both = buckets.filter(
      (bucket) => valueIn(bucket, from.numerator) !== null && valueIn(bucket, from.denominator) !== null,
    );
    const numerator = sumOf(both, from.numerator);
    const denominator = sumOf(both, from.denominator);
    return numerator === null || !denominator ? null : (numerator * from.scale) / denominator;
  }
  return buckets.map((bucket) => valueIn(bucket, name)).findLast((value) => value !== null) ?? null;
}

function carries(buckets: readonly SeriesBucket[], quantity: string): boolean {
  return buckets.some((bucket) => quantity in bucket);
}

function sumOf(buckets: readonly SeriesBucket[], quantity: string): number | null {
  const defined = buckets.map((bucket) => valueIn(bucket, quantity)).filter((value) => value !== null);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0);
}
