import type { SheetCell } from '../../../shared/sheet-cells.ts';
import { type ScheduledCall, sortKeys } from '../definition/report-definition.ts';
import type { ReportColumn } from './report-columns.ts';

/** A row or the totals of a report's answer, by the names of the columns. */
export type ReportCellsOf = Readonly<Record<string, unknown>>;

/** A value as a sheet takes it: numbers as they were counted, words as they are, `null` for what is not known. */
function cellOf(value: unknown): SheetCell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return null;
}

export const cellsOfRow = (columns: readonly ReportColumn[], row: ReportCellsOf): SheetCell[] =>
  columns.map(({ name }) => cellOf(row[name]));

/** The totals under the columns: their name, and nothing under columns that are never added up. */
export const cellsOfTotals = (columns: readonly ReportColumn[], totals: ReportCellsOf): SheetCell[] =>
  columns.map(({ name, kind }) => {
    if (name === 'name') return 'Total';
    return kind === 'text' ? null : cellOf(totals[name]);
  });

/** Rows in the order of a view; what is not known comes last, equal ones stay as they came. */
export function sortedRows<Row extends ReportCellsOf>(rows: readonly Row[], sort: string): readonly Row[] {
  const keys = sortKeys(sort);
  if (keys.length === 0) return rows;
  return rows.toSorted((left, right) => {
    for (const { column, descending } of keys) {
      const order = compare(cellOf(left[column]), cellOf(right[column]), descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(left: SheetCell, right: SheetCell, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const order = left < right ? -1 : Number(left > right);
  return descending ? -order : order;
}

/** Rows of users that belong to no campaign of the organization are not in the totals. */
export const isOutsideTotals = (call: ScheduledCall, row: ReportCellsOf): boolean =>
  call === 'campaigns' && typeof row.id === 'number' && row.id <= 0;
