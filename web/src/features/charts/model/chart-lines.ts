import type { Granularity, SeriesBucket, SeriesItem } from '@tapwise/contract';
import type { Day } from '../../../shared/calendar/days.ts';
import type { ChartLine, ChartModel } from '../../../shared/chart/chart-model.ts';
import { currencySymbol } from '../../../shared/format/numbers.ts';
import { type ChartMetric, valueIn, valueOver } from './chart-metrics.ts';
import { axisLabel, bucketTitle, runningPlace } from './granularity.ts';

/** A row of the table beside the chart: something that can be drawn. */
export interface ChartRow {
  id: string;
  name: string;
  /** Stands behind the name: ' (PAUSED)'. */
  suffix: string;
  unit: ChartLine['unit'];
  axis: ChartLine['axis'];
  /** Over the whole range. */
  total: number | null;
  values: (number | null)[];
}

/** What was loaded: the items and the dates they share. */
export interface ChartData {
  items: readonly SeriesItem[];
  dates: readonly Day[];
  currency: string;
}

/** All dates of all items, in order; an item without a bucket at one of them has a gap there. */
export function datesOf(items: readonly SeriesItem[]): Day[] {
  const dates = new Set<Day>();
  for (const item of items) for (const bucket of item.granularity) dates.add(bucket.date);
  return [...dates].sort();
}

/** One row per campaign, ad group or keyword: its values of one metric, the largest first, unknown ones last. */
export function elementRows(data: ChartData, { metric, name }: ChartMetric): ChartRow[] {
  const rows = data.items.map((item) => {
    const buckets = bucketsByDate(item);
    return {
      id: String(item.id),
      name: item.name,
      suffix: item.status === null || item.status === 'RUNNING' ? '' : ` (${item.status})`,
      unit: metric.unit,
      axis: metric.chart?.axis ?? 'units',
      total: valueOver(item.granularity, metric),
      values: data.dates.map((date) => pick(buckets.get(date), name)),
    };
  });
  return rows.sort(
    (first, second) =>
      Number(first.total === null) - Number(second.total === null) ||
      (second.total ?? 0) - (first.total ?? 0) ||
      names.compare(first.name, second.name),
  );
}

/** One row per metric: the values of one element, in the order of the catalogue. */
export function propertyRows(data: ChartData, item: SeriesItem, metrics: readonly ChartMetric[]): ChartRow[] {
  const buckets = bucketsByDate(item);
  return metrics.map(({ metric, name, label }) => ({
    id: name,
    name: label,
    suffix: '',
    unit: metric.unit,
    axis: metric.chart?.axis ?? 'units',
    total: valueOver(item.granularity, metric),
    values: data.dates.map((date) => pick(buckets.get(date), name)),
  }));
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function bucketsByDate(item: SeriesItem): Map<string, SeriesBucket> {
  return new Map(item.granularity.map((bucket) => [bucket.date, bucket]));
}

function pick(bucket: SeriesBucket | undefined, metric: string): number | null {
  return bucket === undefined ? null : valueIn(bucket, metric);
}

/** The chart of the ticked rows, in the order of the rows. */
export function chartModel(
  data: ChartData,
  rows: readonly ChartRow[],
  slots: ReadonlyMap<string, number>,
  time: { granularity: Granularity; today: Day },
): ChartModel {
  const { granularity, today } = time;
  return {
    dates: data.dates,
    labels: data.dates.map((date) => axisLabel(date, granularity, today)),
    titles: data.dates.map((date) => bucketTitle(date, granularity, today)),
    lines: rows
      .filter((row) => slots.has(row.id))
      .map((row) => ({
        id: row.id,
        name: row.name + row.suffix,
        unit: row.unit,
        axis: row.axis,
        slot: slots.get(row.id) ?? 0,
        values: row.values,
      })),
    runningAt: runningPlace(data.dates, granularity, today),
    currencySign: currencySymbol(data.currency),
  };
}
