import { type Metric, type MonthlyResponse, type MonthlyRow, metricsOf } from '@tapwise/contract';
import { formatMonth } from '../../../../shared/calendar/day-texts.ts';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { valueView } from '../../../../shared/report/index.ts';
import type { CellView, GridColumn } from '../../../../shared/tables/grid/index.ts';
import { type Comparable, compareValues, type TableSort } from '../../../../shared/tables/table/table-sort.ts';
import { monthlyMessages as words } from '../messages.ts';

/** The number a month is known by in the table: 202611. */
export function monthId(row: MonthlyRow): number {
  return Number(row.month.replace('-', ''));
}

export function numberIn(row: Readonly<Record<string, unknown>>, column: string): number | null {
  const value = row[column];
  return typeof value === 'number' ? value : null;
}

/** The metrics of the table: those that carry predictions, or those that do not. */
export function monthlyMetrics(predictions: boolean, response: MonthlyResponse | null): Metric[] {
  const mode = predictions ? 'predicted' : 'current';
  return metricsOf('month', 'monthly_report').filter(
    (metric) =>
      metric.name !== 'month' &&
      (metric.mode === undefined || metric.mode === mode) &&
      (response === null || response.rows.length === 0 || response.rows.some((row) => metric.name in row)),
  );
}

/** A line of the table: a month, or one app within it. */
export interface MonthLine {
  id: number;
  row: MonthlyRow;
  /** The app a line is of; `null` for the month itself. */
  app: { name: string; currency: string } | null;
}

/** One app's months. */
export interface AppMonths {
  name: string;
  response: MonthlyResponse;
}

/** Months in their order, each followed by its apps where it is open. */
export function monthLines(
  rows: readonly MonthlyRow[],
  order: readonly number[],
  open: ReadonlySet<number>,
  apps: readonly AppMonths[],
): MonthLine[] {
  const months = new Map(rows.map((row) => [monthId(row), row]));
  return order.flatMap((id): MonthLine[] => {
    const row = months.get(id);
    if (row === undefined) return [];
    const month: MonthLine = { id, row, app: null };
    if (!open.has(id)) return [month];
    const within = apps.flatMap(({ name, response }, index): MonthLine[] => {
      const monthRow = response.rows.find((candidate) => candidate.month === row.month);
      return monthRow === undefined
        ? []
        : [{ id: id * 1000 + index, row: monthRow, app: { name, currency: response.currency } }];
    });
    return [month, ...within];
  });
}

/** Whether the ad service's figures of a month, or of a total, have not been read. */
export const adsAreUnread = (row: Readonly<Record<string, unknown>>): boolean => row.installs === null;

/** Whether a year holds nothing but months of zeros: months that have not been read are no zeros. */
export function isEmptyYear({ rows }: MonthlyResponse): boolean {
  const isZero = (row: MonthlyRow) => Object.values(row).every((value) => typeof value !== 'number' || value === 0);
  return rows.every((row) => isZero(row) && !adsAreUnread(row));
}

/** Months in the order to show: January first, until a person sorts. */
export function monthOrder(rows: readonly MonthlyRow[], sort: TableSort | null): number[] {
  const value = (row: MonthlyRow): Comparable =>
    sort === null || sort.column === 'month' ? monthId(row) : numberIn(row, sort.column);
  const sorted = [...rows].sort(
    (first, second) =>
      compareValues(value(first), value(second), sort?.descending ?? false) || monthId(first) - monthId(second),
  );
  return sorted.map(monthId);
}

export interface MonthlyLayout {
  response: MonthlyResponse | null;
  predictions: boolean;
  currency: string;
  /** The month that still runs, `YYYY-MM`. */
  runningMonth: string;
  /** Months whose apps are shown; `null` where a month has no apps to show. */
  open: ReadonlySet<number> | null;
}

/** Columns from the catalogue; the result has a small bar, as long as its share of the largest of the year. */
export function monthlyColumns({
  response,
  predictions,
  currency,
  runningMonth,
  open,
}: MonthlyLayout): GridColumn<MonthLine>[] {
  const metrics = monthlyMetrics(predictions, response);
  const sign = currencySymbol(currency);
  const result = metrics.find(({ name }) => name.endsWith('_result'))?.name ?? '';
  const most = (response?.rows ?? []).reduce((size, row) => Math.max(size, Math.abs(numberIn(row, result) ?? 0)), 0);
  return [
    {
      key: 'month',
      label: 'Month',
      unit: null,
      group: 'object',
      startsGroup: false,
      width: 190,
      grow: 2,
      align: 'start',
      cell: ({ id, row: { month }, app }) =>
        app === null
          ? {
              text: formatMonth(`${month}-01`),
              link: open !== null,
              ...(open === null ? {} : { expanded: open.has(id) }),
              ...(month === runningMonth ? { note: words.running } : {}),
            }
          : {
              text: app.name,
              link: false,
              within: true,
              ...(app.currency === currency ? {} : { note: words.inCurrency(app.currency) }),
            },
    },
    ...metrics.map((metric, index): GridColumn<MonthLine> => {
      const cell = ({ row, app }: MonthLine): CellView => {
        const value = numberIn(row, metric.name);
        const view = valueView(metric, value);
        if (metric.name !== result || !value || app !== null) return view;
        return { ...view, share: { value: Math.abs(value) / most, tick: null } };
      };
      return {
        key: metric.name,
        label: metric.label,
        unit: signOf(metric, sign),
        group: metric.group,
        startsGroup: metric.group !== (metrics[index - 1]?.group ?? 'object'),
        width: metric.name === result ? 170 : 100,
        grow: 1,
        align: 'end',
        cell,
      };
    }),
  ];
}

function signOf({ unit }: Metric, sign: string): string | null {
  if (unit === 'percent') return '%';
  return unit === 'money' || unit === 'money_per_unit' ? sign : null;
}
