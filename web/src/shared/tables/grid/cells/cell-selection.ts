import type { ActiveCell } from '../grid-types.ts';

/** The cells between two corners, by places of rows and columns; totals are at -1. */
export interface CellBlock {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** The block between the cell a selection began with and the active one; `null` while nothing is selected. */
export function blockOf(
  anchor: ActiveCell | null,
  active: ActiveCell,
  indexes: ReadonlyMap<number, number>,
): CellBlock | null {
  if (anchor === null) return null;
  const from = indexOfRow(anchor, indexes);
  const to = indexOfRow(active, indexes);
  if (from === null || to === null) return null;
  return {
    firstRow: Math.min(from, to),
    lastRow: Math.max(from, to),
    firstColumn: Math.min(anchor.column, active.column),
    lastColumn: Math.max(anchor.column, active.column),
  };
}

function indexOfRow(cell: ActiveCell, indexes: ReadonlyMap<number, number>): number | null {
  if (cell.row === 'header') return null;
  return cell.row === 'totals' ? -1 : (indexes.get(cell.row) ?? null);
}

/** The block as lines of tab-separated values, as sheets take them from the clipboard. */
export function textOfBlock(
  block: CellBlock,
  order: readonly number[],
  columns: readonly { key: string }[],
  value: (column: string, row: number | 'totals') => string,
): string {
  const lines: string[] = [];
  for (let rowIndex = block.firstRow; rowIndex <= block.lastRow; rowIndex += 1) {
    const row = rowIndex < 0 ? 'totals' : order[rowIndex];
    if (row === undefined) continue;
    const keys = columns.slice(block.firstColumn, block.lastColumn + 1);
    lines.push(keys.map(({ key }) => value(key, row)).join('\t'));
  }
  return lines.join('\n');
}
