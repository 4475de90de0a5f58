import type { Granularity, SeriesBucket, SeriesItem } from '@tapwise/contract';
import type { Day } from '@tapwise/contract/calendar';
import type { ChartLine, ChartModel } from '../../../../shared/chart/chart-model.ts';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { changeText } from '../../../../shared/report/index.ts';
import { type ChartMetric, valueIn, valueOver } from './chart-metrics.ts';
import { axisLabel, bucketTitle, runningIndex } from './granularity.ts';

/** A row of the table beside the chart: something that can be drawn. */
export interface ChartRow {
  id: string;
  name: string;
  /** Follows the name: ' (PAUSED)'. */
  suffix: string;
  unit: ChartLine['unit'];
  axis: ChartLine['axis'];
  /** Over the whole range. */
  total: number | null;
  values: (number | null)[];
  /** The same of the earlier period, place by place; absent when nothing is compared. */
  before?: (number | null)[];
  /** What the total changed by since then, in words. */
  change?: string | null;
}

/** What was loaded: the items and the dates they share. */
export interface ChartData {
  items: readonly SeriesItem[];
  dates: readonly Day[];
  currency: string;
  before?: EarlierData;
}

/** The same of an earlier period; its first date is at the place of the first one now, and so on. */
export interface EarlierData {
  items: ReadonlyMap<number, SeriesItem>;
  dates: readonly Day[];
}

/** All dates of all items, in order; an item without a bucket at one of them has a gap there. */
export function datesOf(items: readonly SeriesItem[]): Day[] {
  const dates = new Set<Day>();
  for (const item of items) for (const bucket of item.granularity) dates.add(bucket.date);
  return [...dates].sort();
}

/** One row per campaign, ad group or keyword: its values of one metric, the largest first, unknown ones last. */
export function elementRows(data: ChartData, chartMetric: ChartMetric): ChartRow[] {
  const { metric, name } = chartMetric;
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
      ...earlierOf(data, item, chartMetric),
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
  return metrics.map((chartMetric) => ({
    id: chartMetric.name,
    name: chartMetric.label,
    suffix: '',
    unit: chartMetric.metric.unit,
    axis: chartMetric.metric.chart?.axis ?? 'units',
    total: valueOver(item.granularity, chartMetric.metric),
    values: data.dates.map((date) => pick(buckets.get(date), chartMetric.name)),
    ...earlierOf(data, item, chartMetric),
  }));
}

/** What a row was in the earlier period; an element that was not there then has gaps. */
function earlierOf(
  data: ChartData,
  item: SeriesItem,
  { metric, name }: ChartMetric,
): Pick<ChartRow, 'before' | 'change'> {
  if (data.before === undefined) return {};
  const { items, dates } = data.before;
  const earlier = items.get(item.id);
  const buckets = earlier === undefined ? null : bucketsByDate(earlier);
  return {
    before: data.dates.map((_, index) => pick(buckets?.get(dates[index] ?? ''), name)),
    change: changeText(
      metric,
      valueOver(item.granularity, metric),
      earlier === undefined ? null : valueOver(earlier.granularity, metric),
    ),
  };
}

/**
 * Rows in their former order, so that figures that move do not move rows; those that were not there come last.
 * @returns the rows, and how many would have another place by their present values
 */
export function keepOrder(rows: readonly ChartRow[], order: readonly string[]): { rows: ChartRow[]; moved: number } {
  const indexes = new Map(order.map((id, index) => [id, index]));
  const indexOf = ({ id }: ChartRow) => indexes.get(id) ?? order.length;
  const kept = [...rows].sort((first, second) => indexOf(first) - indexOf(second));
  return { rows: kept, moved: kept.filter(({ id }, index) => rows[index]?.id !== id).length };
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
        ...(row.before === undefined ? {} : { before: row.before }),
      })),
    ...(data.before === undefined
      ? {}
      : { beforeTitles: data.before.dates.map((date) => bucketTitle(date, granularity, today)) }),
    runningAt: runningIndex(data.dates, granularity, today),
    currencySign: currencySymbol(data.currency),
  };
}
