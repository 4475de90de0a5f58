import type { ReactNode } from 'react';
import type { GridEditing, GridMarks, GridSelecting } from './editing/editing-types.ts';
import type { SortMark } from './GridHeader.tsx';
import type {
  CellView,
  ColumnWidth,
  GridColumn,
  GridFigure,
  GridGroup,
  GridHint,
  GridMemory,
  GridSource,
  RowTone,
} from './grid-types.ts';

export interface GridProps<Row, Totals> {
  label: string;
  columns: readonly GridColumn<Row>[];
  groups: readonly GridGroup[];
  /** Ids of the rows to show, in order. */
  order: readonly number[];
  /** `null` while nothing has come yet: the header is over a skeleton. */
  source: GridSource<Row, Totals> | null;
  tone: (row: Row) => RowTone;
  partedId: number | null;
  totals: (column: string, totals: Totals) => CellView;
  sortOf: (column: string) => SortMark;
  onSort: (column: string, add: boolean) => void;
  onOpen: (id: number) => void;
  onUp: () => void;
  /** `/` was pressed. */
  onSearch: () => void;
  /** `?` was pressed. */
  onShortcuts?: () => void;
  /** How a figure was made is asked, by a press on it, or by a key. */
  onExplain?: (figure: GridFigure, byKey: boolean) => void;
  /** The figure being explained. */
  explained?: GridFigure | null;
  hint: (column: string, row: number | 'header' | 'totals') => GridHint | null;
  /** How a column's figures are computed; `null` for what is simply counted. */
  formula?: (column: string) => Promise<string | null>;
  /** Absent where widths cannot be chosen. */
  onWidth?: ((column: string, width: ColumnWidth) => void) | undefined;
  /** How values are entered; absent where none can be. */
  editing?: GridEditing | undefined;
  /** What was entered, and which rows are selected. */
  marks?: GridMarks | undefined;
  /** Rows can be selected now. */
  selecting?: GridSelecting | null | undefined;
  /** The value as it was counted, for copying. */
  rawValue: (column: string, row: number | 'totals') => string;
  /** Rows are on their way: a skeleton, or a line over the old rows. */
  loading: boolean;
  /** What is shown is older than what was asked for: it turns grey. */
  stale: boolean;
  rowHeight: number;
  memory: GridMemory;
  /** The grid was reached by opening a row or by going back: it takes the focus. */
  takeFocus: boolean;
  /** Shown in place of rows. */
  children?: ReactNode;
}
