import type { ReportRow } from '@tapwise/contract';
import { formatExact, formatPercent } from '../../../shared/format/numbers.ts';
import type { GridColumn, GridHint } from '../../../shared/grid/index.ts';
import { reportMessages as words } from '../messages.ts';
import { metricFor } from '../model/column-layout.ts';
import type { ReportLevel } from '../model/report-level.ts';
import type { RowStore } from '../model/row-store.ts';
import type { ClaimFilter } from '../model/url-state.ts';

interface HintContext {
  level: ReportLevel;
  columns: readonly GridColumn<ReportRow>[];
  store: RowStore | null;
  claim: ClaimFilter;
}

/** What the shared tooltip says: the column's meaning, and the value with all its digits. */
export function hintFor(context: HintContext, column: string, row: number | 'header' | 'totals'): GridHint | null {
  const metric = metricFor(context.level, column);
  const shown = context.columns.find(({ key }) => key === column);
  if (metric === undefined || shown === undefined) return null;
  const cells = cellsOf(context.store, row);
  if (column === 'name' && typeof row === 'number') return { title: String(cells?.name ?? ''), lines: [`Id ${row}`] };
  const lines = [metric.definition];
  if (row === 'totals' && metric.from.kind === 'ratio') lines.push('Made from the sums of the rows.');
  if (context.claim === 'view' && usesSpend(metric)) lines.push(words.spendNotSplit);
  const value = cells?.[column];
  const title = shown.unit === null ? shown.label : `${shown.label}, ${shown.unit}`;
  if (row === 'header' || typeof value !== 'number') return { title, lines };
  const text = metric.unit === 'percent' ? `${formatPercent(value)} %` : formatExact(value);
  return { title, value: text, lines: typeof row === 'number' ? [String(cells?.name ?? ''), ...lines] : lines };
}

/** A cell's value as it was counted, for pasting elsewhere. */
export function rawValueOf(store: RowStore | null, column: string, row: number | 'totals'): string {
  const value = cellsOf(store, row)?.[column];
  return value === null || value === undefined ? '' : String(value);
}

function cellsOf(store: RowStore | null, row: number | 'header' | 'totals'): Record<string, unknown> | undefined {
  if (store === null || row === 'header') return undefined;
  return row === 'totals' ? store.totals().row : store.row(row)?.row;
}

function usesSpend(metric: NonNullable<ReturnType<typeof metricFor>>): boolean {
  const { from } = metric;
  if (from.kind === 'base') return from.quantity === 'spend';
  if (from.kind === 'ratio') return from.numerator === 'spend' || from.denominator === 'spend';
  return from.kind === 'difference' && from.subtrahend === 'spend';
}
