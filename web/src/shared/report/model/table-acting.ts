import type { ReportRow } from '@tapwise/contract';
import type { ReactNode } from 'react';
import type { GridEditing, GridMarks, GridSelecting } from '../../grid/index.ts';

/** The rows of a table as they are shown: sorted and narrowed. */
export interface ShownRows {
  shown: readonly number[];
  rowOf: (id: number) => ReportRow | undefined;
}

/** What can be changed in a table, by screens that allow it. Its parts stay the same between renderings where they can. */
export interface TableActing {
  editing: GridEditing;
  marks: GridMarks;
  /** Whether a cell takes a value. */
  editable: (row: ReportRow, column: string) => boolean;
  /** Columns that take values: they have room for what was entered. */
  editableColumns: ReadonlySet<string>;
  /** Rows can be selected: makes the selection of the rows shown; `null` while they cannot. */
  selecting: ((table: ShownRows) => GridSelecting) | null;
  /** In the bar below the table: first in it, and at its end. */
  start: (table: ShownRows) => ReactNode;
  end: (table: ShownRows) => ReactNode;
}
