import type { ActiveCell } from '../grid-types.ts';

/** The cell an element belongs to, read from the marks of the grid. */
export function cellOf(target: EventTarget | null): ActiveCell | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[aria-colindex]');
  const row = cell?.closest<HTMLElement>('[role="row"]');
  if (cell == null || row == null) return null;
  const column = Number(cell.getAttribute('aria-colindex')) - 1;
  if (row.dataset.rowId !== undefined) return { row: Number(row.dataset.rowId), column };
  return { row: row.dataset.row === 'totals' ? 'totals' : 'header', column };
}
