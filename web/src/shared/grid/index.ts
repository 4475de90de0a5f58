export { Grid } from './Grid.tsx';
export type {
  CellView,
  GridColumn,
  GridFigure,
  GridGroup,
  GridHint,
  GridMemory,
  GridSource,
} from './grid-types.ts';
