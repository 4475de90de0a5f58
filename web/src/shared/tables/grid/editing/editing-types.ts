import type { ComponentType } from 'react';

/** What a person has entered in a cell and not sent yet, or its outcome. */
export interface CellMark {
  text: string;
  /** What the cell said before. */
  was: string;
  /** `confirmed`: it was made, and the row does not say so yet. */
  state: 'pending' | 'refused' | 'waiting' | 'confirmed';
  /** Why it was not made. */
  reason?: string | undefined;
}

/** What is entered in a row, and whether it is selected. The same object for as long as nothing of it changes. */
export interface RowMarks {
  cells: Readonly<Record<string, CellMark>>;
  selected: boolean;
}

/** Marks are followed row by row: a change of one renders that row and no other. */
export interface GridMarks {
  of(row: number): RowMarks | undefined;
  subscribe(row: number, listener: () => void): () => void;
}

/** How values are entered in cells. Keep the object the same between renderings. */
export interface GridEditing {
  /** The box in the cell that is edited; it comes with what edits, so that tables without do not load it. */
  Editor: ComponentType<{ editor: OpenEditor }>;
  /** What the editor of a cell begins with; `null` where nothing can be entered. */
  begin(row: number, column: string): EditorStart | null;
  /** Takes what was typed. @returns why it cannot be taken, or `null` */
  commit(row: number, column: string, text: string): string | null;
  /** Something that cannot be taken was left behind. */
  dropped(reason: string): void;
  /** Switches a setting that is on or off. @returns whether the cell is one */
  toggle(row: number, column: string): boolean;
  /** Who set a value last, and the way to it; `null` where nothing is set. */
  origin(row: number, column: string): GridOrigin | null;
  /** Takes lines of the clipboard for a column, for these rows from the first on. @returns whether the column takes any */
  fill(rows: readonly number[], column: string, lines: readonly string[]): boolean;
}

/** What an editor begins with. */
export interface EditorStart {
  text: string;
  label: string;
  /** Asks what else could be entered; nothing waits for it. */
  hint?: () => Promise<EditorHint | null>;
}

/** What is said under the box while it is open. */
export interface EditorHint {
  text: string;
  /** What a press or Alt+Arrow down puts into the box, and the button's name. */
  use: { value: string; label: string } | null;
}

/** What was last done to a setting, in words, as part of a tooltip. */
export interface GridOrigin {
  /** Asks for it. */
  text: () => Promise<string>;
  open: () => void;
}

/** Rows can be selected. Keep the object the same for as long as the mode and the rows are. */
export interface GridSelecting {
  /** The box over the boxes of all rows. */
  AllBox: ComponentType<{ selecting: GridSelecting }>;
  /** Whether a row can be selected. */
  selectable(row: number): boolean;
  toggle(row: number): void;
  /** Selects all rows from the one toggled last to this one. */
  extendTo(row: number): void;
  toggleAll(): void;
  /** How many of the rows shown are selected, followed by the header's box. */
  state(): 'none' | 'some' | 'all';
  subscribe(listener: () => void): () => void;
  /** Name of the header's box. */
  label: string;
}

/** The cell that is being edited. */
export interface OpenEditor extends EditorStart {
  Editor: GridEditing['Editor'];
  row: number;
  column: string;
  /** Opened by typing: the text is what was typed so far, and is not selected. */
  typed: boolean;
  /** @returns why the text cannot be taken, or `null` once the editor is closed */
  close(how: EditorEnd, text: string): string | null;
}

/** How an editor is left: where to go, or that nothing is to be taken. */
export type EditorEnd = 'down' | 'right' | 'left' | 'blur' | 'cancel';
