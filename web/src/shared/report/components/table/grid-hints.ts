import { type ReportRow, sheetValue } from '@tapwise/contract';
import { formatDayRange } from '../../../calendar/day-texts.ts';
import { formatExact, formatPercent } from '../../../format/numbers.ts';
import type { CellMark, GridColumn, GridHint } from '../../../tables/grid/index.ts';
import { reportMessages as words } from '../../messages.ts';
import { measureOf } from '../../model/columns/column-layout.ts';
import { valueIn } from '../../model/columns/product-columns.ts';
import { isKeywordGroup } from '../../model/rows/keyword-groups.ts';
import { growsWithAge, isImmature, maturityOf, maturityText } from '../../model/rows/maturity.ts';
import type { RowStore } from '../../model/rows/row-store.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import type { ClaimFilter } from '../../model/scope/url-state.ts';
import type { Compared } from './use-compared.ts';

type Measure = NonNullable<ReturnType<typeof measureOf>>;

interface HintContext {
  level: ReportLevel;
  columns: readonly GridColumn<ReportRow>[];
  store: RowStore | null;
  claim: ClaimFilter;
  compared: Compared | null;
}

/** What the shared tooltip says: the column's meaning, and the value with all its digits. */
export function hintFor(context: HintContext, column: string, row: number | 'header' | 'totals'): GridHint | null {
  const metric = measureOf(context.level, column);
  const gridColumn = context.columns.find(({ key }) => key === column);
  const cells = cellsOf(context.store, row);
  if (gridColumn === undefined) return null;
  if (metric === undefined)
    return typeof row === 'number' ? wordsInFull(gridColumn, cells as ReportRow | undefined) : null;
  if (column === 'name' && typeof row === 'number') {
    const lines = isKeywordGroup(context.level, { id: row }) ? [] : [`Id ${row}`];
    return { title: String(cells?.name ?? ''), lines };
  }
  const lines = [metric.definition];
  if (row === 'totals' && metric.from.kind === 'ratio') lines.push('Made from the sums of the rows.');
  if (context.claim === 'view' && usesSpend(metric)) lines.push(words.spendNotSplit);
  const value = cells === undefined ? undefined : valueIn(cells, column);
  const title = gridColumn.unit === null ? gridColumn.label : `${gridColumn.label}, ${gridColumn.unit}`;
  if (row === 'header' || typeof value !== 'number') return { title, lines };
  if (cells !== undefined && growsWithAge(metric) && isImmature(cells))
    lines.push(maturityText(maturityOf(cells) ?? 0));
  const earlier = earlierLine(context, metric, column, row, cells as ReportRow);
  if (earlier !== null) lines.push(earlier);
  if (gridColumn.explains && !(typeof row === 'number' && isKeywordGroup(context.level, { id: row })))
    lines.push(words.explainKeys);
  return {
    title,
    value: exact(metric, value),
    lines: typeof row === 'number' ? [String(cells?.name ?? ''), ...lines] : lines,
  };
}

/** What was entered in the cell, and why it was not made, before all else. */
export function withMark(hint: GridHint | null, mark: CellMark | undefined): GridHint | null {
  if (hint === null || mark === undefined) return hint;
  const lines = [words.entered(mark.was, mark.text), ...(mark.reason === undefined ? [] : [mark.reason])];
  return { ...hint, value: mark.text, lines: [...lines, ...hint.lines] };
}

/** Words of the screen's own columns, which their cell may cut. */
function wordsInFull(column: GridColumn<ReportRow>, row: ReportRow | undefined): GridHint | null {
  return row === undefined ? null : { title: column.cell(row).text, lines: [] };
}

function exact(metric: Measure, value: number): string {
  return metric.unit === 'percent' ? `${formatPercent(value)} %` : formatExact(value);
}

/** What the figure was in the earlier period. */
function earlierLine(
  { compared }: HintContext,
  metric: Measure,
  column: string,
  row: number | 'totals',
  cells: ReportRow,
): string | null {
  if (compared === null || metric.from.kind === 'setting') return null;
  const before = row === 'totals' ? compared.totals : compared.rowOf(cells);
  const value = before === undefined ? undefined : valueIn(before, column);
  const { from, to } = compared.days;
  const days = formatDayRange(from, to, to);
  return typeof value === 'number' ? `${days}: ${exact(metric, value)}` : `${days}: not known`;
}

/** A cell's value as it was counted, for pasting elsewhere; a text of the screen's own columns as it is shown. */
export function rawValueOf(
  store: RowStore | null,
  column: string,
  row: number | 'totals',
  columns: readonly GridColumn<ReportRow>[],
): string {
  const cells = cellsOf(store, row);
  if (cells === undefined) return '';
  if (row === 'totals' && column === 'name') return 'Total';
  const value = valueIn(cells, column);
  const gridColumn = columns.find(({ key }) => key === column);
  const displayedByScreen = value === undefined || (value === null && gridColumn?.group === 'object');
  if (!displayedByScreen || row === 'totals') return sheetValue(value);
  return gridColumn === undefined || column.startsWith('product:')
    ? ''
    : sheetValue(gridColumn.cell(cells as ReportRow).text);
}

function cellsOf(store: RowStore | null, row: number | 'header' | 'totals') {
  if (store === null || row === 'header') return undefined;
  return row === 'totals' ? store.totals().row : store.row(row)?.row;
}

function usesSpend(metric: Measure): boolean {
  const { from } = metric;
  if (from.kind === 'base') return from.quantity === 'spend';
  if (from.kind === 'ratio') return from.numerator === 'spend' || from.denominator === 'spend';
  return from.kind === 'difference' && from.subtrahend === 'spend';
}
