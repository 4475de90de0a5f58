export type { CellMark, EditorHint, GridEditing, GridMarks, GridSelecting, RowMarks } from './editing/editing-types.ts';
export { Grid } from './Grid.tsx';
export type {
  CellView,
  ColumnWidth,
  GridColumn,
  GridFigure,
  GridGroup,
  GridHint,
  GridMemory,
  GridSource,
} from './grid-types.ts';
export { widestColumn, withWidth } from './header/column-width.ts';
