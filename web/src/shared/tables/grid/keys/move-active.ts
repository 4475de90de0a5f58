import type { ActiveCell } from '../grid-types.ts';

export interface GridShape {
  /** Ids of the rows as shown. */
  order: readonly number[];
  columns: number;
  /** Rows that fit on the screen. */
  page: number;
}

/**
 * Where a key leads from a cell. Header and totals are the two rows above the first.
 * @returns `null` for a key that does not move
 */
export function moveActive(
  active: ActiveCell,
  key: { key: string; ctrl: boolean },
  shape: GridShape,
): ActiveCell | null {
  const row = indexOfRow(active.row, shape.order);
  const lastColumn = shape.columns - 1;
  const to = (nextRow: number, nextColumn: number): ActiveCell => ({
    row: rowAt(Math.min(Math.max(nextRow, -2), shape.order.length - 1), shape.order),
    column: Math.min(Math.max(nextColumn, 0), lastColumn),
  });
  switch (key.key) {
    case 'ArrowUp':
      return to(row - 1, active.column);
    case 'ArrowDown':
      return to(row + 1, active.column);
    case 'ArrowLeft':
      return to(row, active.column - 1);
    case 'ArrowRight':
      return to(row, active.column + 1);
    case 'PageUp':
      return to(Math.max(row - shape.page, Math.min(row, 0)), active.column);
    case 'PageDown':
      return to(row + shape.page, active.column);
    case 'Home':
      return key.ctrl ? to(0, 0) : to(row, 0);
    case 'End':
      return key.ctrl ? to(shape.order.length - 1, lastColumn) : to(row, lastColumn);
    default:
      return null;
  }
}

/** The cell itself while its row is shown, else the first row's: the grid always has one tab stop. */
export function reachableCell(active: ActiveCell, shape: Pick<GridShape, 'order' | 'columns'>): ActiveCell {
  const column = Math.min(active.column, Math.max(0, shape.columns - 1));
  if (typeof active.row === 'string' || shape.order.includes(active.row)) return { row: active.row, column };
  return { row: shape.order[0] ?? 'header', column };
}

function indexOfRow(row: ActiveCell['row'], order: readonly number[]): number {
  if (row === 'header') return -2;
  if (row === 'totals') return -1;
  return Math.max(0, order.indexOf(row));
}

function rowAt(index: number, order: readonly number[]): ActiveCell['row'] {
  if (index < -1) return 'header';
  if (index < 0) return 'totals';
  return order[index] ?? 'totals';
}
