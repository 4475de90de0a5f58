import type { ComponentType, ReactNode } from 'react';
import type { CellMark } from './editing/editing-types.ts';

/** What one cell shows. Plain data, so that a cell stays a plain element. */
export interface CellView {
  text: string;
  tone?: 'muted' | 'unknown' | 'gain' | 'loss';
  /** Said after the name and never cut: the name is cut first. */
  suffix?: string;
  /** A quiet remark beside the text. */
  note?: string;
  /** Opens what lies below the row. */
  link?: boolean;
  /** The address of what a link opens; without one it opens in place only. */
  href?: string;
  chip?: 'running' | 'paused' | 'deleted' | 'other';
  /** Share of a daily cap already used, 0 to 1, drawn as a small bar; `null` where there is no cap. */
  pace?: number | null;
  /** A share, 0 to 1, drawn as a bar beside the text, with a tick at another share. */
  share?: { value: number; tick: number | null };
  /** Whether the rows below it are shown; absent for rows without any. */
  expanded?: boolean;
  /** The name of a row that lies within the one above. */
  within?: boolean;
  /** A setting that is on or off, drawn as a box; the text says the same. */
  check?: boolean;
  /** Too young to compare: hatched. */
  immature?: boolean;
  /** A value a person may set. */
  editable?: boolean;
  /** What was entered in its place. */
  mark?: CellMark;
  /** Whether its row is selected; absent while rows cannot be. `null`: this row never. */
  selected?: boolean | null;
  /** `false`: this figure has no explanation, though others of its column have. */
  explained?: false;
  /** What changed against an earlier period, in a second line. */
  second?: string;
  /** What a column's own content draws beside the text. */
  state?: string;
}

/** How wide a column is: made narrow, as its figures need, made wide, or as many pixels as it was drawn to. */
export type ColumnWidth = 'narrow' | 'auto' | 'wide' | number;

export interface GridColumn<Row> {
  key: string;
  label: string;
  /** Sign of the unit, said once in the header instead of in each cell. */
  unit: string | null;
  /** Key of the group over the column. */
  group: string;
  /** Whether a line parts it from the group before. */
  startsGroup: boolean;
  /** Least width in pixels, and its share of what is left over. */
  width: number;
  grow: number;
  /** Pixels below which figures would be cut, or words hard to distinguish. */
  narrow?: number;
  /** The width a person chose, if any. */
  chosen?: ColumnWidth;
  align: 'start' | 'end';
  /** Whether its figures can say how they were made. */
  explains?: boolean;
  cell: (row: Row) => CellView;
  /** Draws the cells in its own way; it comes with the screen that has such a column. */
  Content?: ComponentType<{ view: CellView }>;
}

export interface GridGroup {
  key: string;
  label: string;
  /** How old the group's figures are. */
  age: ReactNode;
}

/** A row as the grid sees it, with what just changed in it. */
export interface GridSnapshot<Row> {
  row: Row;
  flash: { columns: ReadonlySet<string>; tick: number; at: number } | null;
  gone: boolean;
}

/** Where rows come from. Each mounted row follows its own snapshot, so that one change renders one row. */
export interface GridSource<Row, Totals> {
  row(id: number): GridSnapshot<Row> | undefined;
  subscribeRow(id: number, listener: () => void): () => void;
  totals(): GridSnapshot<Totals>;
  subscribe(listener: () => void): () => void;
}

export type RowTone = 'normal' | 'muted' | 'outside';

/** What the shared tooltip says about a cell or a header. */
export interface GridHint {
  title: string;
  value?: string;
  lines: string[];
}

/** One cell of the grid, by the row's id (or the two rows above them) and the place of its column. */
export interface ActiveCell {
  row: number | 'header' | 'totals';
  column: number;
}

/** One figure, by its column's key. */
export interface GridFigure {
  column: string;
  row: number | 'totals';
}

/** What a grid remembers of itself between two visits. */
export interface GridMemory {
  scrollTop: number;
  active: ActiveCell;
}
