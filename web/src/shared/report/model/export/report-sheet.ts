import { type ReportRow, type ReportTotals, sheetText, sheetValue } from '@tapwise/contract';
import type { ExcelColumn, ExcelHead, ExcelKind, ExcelValue, ReceiptLine } from '../../../tables/excel/excel-table.ts';
import type { GridColumn } from '../../../tables/grid/index.ts';
import { measureOf } from '../columns/column-layout.ts';
import { readProductColumn, valueIn } from '../columns/product-columns.ts';
import { levels, type ReportLevel, statusSuffix } from '../scope/report-level.ts';

type Column = GridColumn<ReportRow>;

/** What a table outside the screen is made from. */
export interface SheetSource {
  level: ReportLevel;
  columns: readonly Column[];
  totals: ReportTotals;
  /** Scope, filters, ages and counts, as the receipt says them. */
  receipt: readonly ReceiptLine[];
}

/** A column's header outside the screen, where no group is above it: with its unit, product and mode. */
export function sheetHeader(level: ReportLevel, { key, label, unit }: Column): string {
  const product = readProductColumn(key);
  const predicted = measureOf(level, key)?.mode === 'predicted' && product === null;
  const name = product === null ? label : `${product.productId}: ${label}`;
  return `${predicted ? 'Predicted ' : ''}${name}${unit === null ? '' : `, ${unit}`}`;
}

/** The head of the workbook: columns as on the screen, and the receipt with the totals of each. */
export function sheetHead({ level, columns, totals, receipt }: SheetSource): ExcelHead {
  const sheetColumns = columns.map((column): ExcelColumn => {
    const header = sheetHeader(level, column);
    const kind = kindOf(level, column.key);
    const width = column.key === 'name' ? 36 : Math.max(10, header.length + 2);
    return { header, kind, width, ...(kind === 'money' && column.unit !== null ? { sign: column.unit } : {}) };
  });
  const sums = columns.flatMap((column, index): ReceiptLine[] => {
    const value = valueIn(totals, column.key);
    const { header = '', kind, sign } = sheetColumns[index] ?? {};
    if (typeof value !== 'number' || measureOf(level, column.key)?.from.kind === 'setting') return [];
    return [{ label: `Total: ${header}`, value, ...(kind === undefined ? {} : { kind }), ...(sign ? { sign } : {}) }];
  });
  return { sheet: `${levels[level].singular} report`, columns: sheetColumns, receipt: [...receipt, ...sums] };
}

const kinds: Record<string, ExcelKind> = {
  count: 'count',
  percent: 'percent',
  rank: 'decimal',
  money: 'money',
  money_per_unit: 'money',
  settings_money: 'money',
};

function kindOf(level: ReportLevel, column: string): ExcelKind {
  return kinds[measureOf(level, column)?.unit ?? ''] ?? 'text';
}

/** One row: figures as they were counted, words as the screen shows them. */
export function sheetRow(columns: readonly Column[], row: ReportRow): ExcelValue[] {
  return columns.map((column) => {
    if (column.key === 'name') return row.name + statusSuffix(row.status);
    const value = valueIn(row, column.key);
    if (typeof value === 'number') return value;
    // What the screen says of several objects at once is no value of the row.
    if (value === null && column.group !== 'object') return null;
    return column.cell(row).text || null;
  });
}

/** The table as lines for the clipboard: header, totals, rows. */
export function sheetLines(
  { level, columns, totals }: SheetSource,
  rows: readonly ReportRow[],
): Iterable<readonly string[]> {
  return [
    columns.map((column) => sheetText(sheetHeader(level, column))),
    columns.map(({ key }) => (key === 'name' ? 'Total' : sheetValue(valueIn(totals, key)))),
    ...rows.map((row) => sheetRow(columns, row).map(sheetValue)),
  ];
}
