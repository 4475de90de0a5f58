export { Grid } from './Grid.tsx';
export type {
  CellView,
  GridColumn,
  GridGroup,
  GridHint,
  GridMemory,
  GridSnapshot,
  GridSource,
  RowTone,
} from './grid-types.ts';
