import { fillRow, type RowPlan } from '@tapwise/domain';
import type { Cell, RowWindow } from '../report.ts';
import type { DraftRow } from './report-rows.ts';

/** How rows are looked at before they are made. */
export interface WindowColumns {
  /** The columns that are computed. */
  readonly plan: RowPlan;
  /** The other cells of a row: what it is and how its object is set. */
  identityOf(draft: DraftRow): Readonly<Record<string, unknown>>;
}

/** The rows of a window. What is not known comes last in either direction; what is equal stays in the report's own order. */
export function rowsOfWindow(drafts: readonly DraftRow[], window: RowWindow, columns: WindowColumns): DraftRow[] {
  const { sort, descending, offset, limit } = window;
  if (sort === undefined) {
    const ordered = descending ? [...drafts].reverse() : drafts;
    return ordered.slice(offset, offset + limit);
  }
  const cellOf = cellReader(sort, columns);
  const keyed = drafts.map((draft, index) => ({ draft, index, cell: cellOf(draft) }));
  const direction = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.cell === null || b.cell === null)
      return Number(a.cell === null) - Number(b.cell === null) || a.index - b.index;
    return a.cell === b.cell ? a.index - b.index : (a.cell < b.cell ? -1 : 1) * direction;
  });
  return keyed.slice(offset, offset + limit).map(({ draft }) => draft);
}

/** Only the column that rows are ordered by is computed for all of them. */
function cellReader(sort: string, { plan, identityOf }: WindowColumns): (draft: DraftRow) => Cell {
  const only = plan.columns.filter(({ name }) => name === sort);
  if (only.length === 0) return (draft) => (identityOf(draft)[sort] ?? null) as Cell;
  const slot: Record<string, Cell> = {};
  const ordering = { ...plan, columns: only };
  return ({ base }) => fillRow(slot, ordering, base)[sort] ?? null;
}
