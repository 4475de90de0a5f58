import type { ReportRow } from '@tapwise/contract';
import type { ReactNode } from 'react';
import type { GridEditing, GridMarks, GridSelecting } from '../../tables/grid/index.ts';

/** The rows of a table as they are shown: sorted and narrowed. */
export interface DisplayedRows {
  displayed: readonly number[];
  rowOf: (id: number) => ReportRow | undefined;
}

/** What can be changed in a table, by screens that allow it. Its parts stay the same between renderings where they can. */
export interface TableEditing {
  editing: GridEditing;
  marks: GridMarks;
  /** Whether a cell takes a value. */
  editable: (row: ReportRow, column: string) => boolean;
  /** Columns that take values: they have room for what was entered. */
  editableColumns: ReadonlySet<string>;
  /** Rows can be selected: makes the selection of the rows shown; `null` while they cannot. */
  selecting: ((table: DisplayedRows) => GridSelecting) | null;
  /** In the bar below the table: first in it, and at its end. */
  start: (table: DisplayedRows) => ReactNode;
  end: (table: DisplayedRows) => ReactNode;
}
