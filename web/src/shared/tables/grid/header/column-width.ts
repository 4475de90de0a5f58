import type { ColumnWidth, GridColumn } from '../grid-types.ts';

/** Pixels. A column is never narrower than a press needs, nor wider than a small window. */
const narrowest = 48;
export const widestColumn = 800;
const wideTimes = 1.5;

/** A column as wide as a person chose; what they did not choose stays as it is. */
export function withWidth<Row>(column: GridColumn<Row>, chosen: ColumnWidth | undefined): GridColumn<Row> {
  if (chosen === undefined || chosen === 'auto') return column;
  return { ...column, chosen, grow: 0, width: clampWidth(column, pixelsOf(column, chosen)) };
}

function pixelsOf(column: Pick<GridColumn<never>, 'width' | 'narrow'>, chosen: Exclude<ColumnWidth, 'auto'>): number {
  if (chosen === 'narrow') return column.narrow ?? narrowest;
  return chosen === 'wide' ? Math.round(column.width * wideTimes) : chosen;
}

/** Keeps a width within what cuts no figure and what a window holds. */
export function clampWidth({ narrow }: Pick<GridColumn<never>, 'narrow'>, width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrow ?? narrowest, width)));
}
