export { Grid } from './Grid.tsx';
export type {
  CellView,
  GridColumn,
  GridGroup,
  GridHint,
  GridMemory,
  GridSource,
} from './grid-types.ts';
