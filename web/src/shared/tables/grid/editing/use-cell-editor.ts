import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useLatest } from '../../../page/use-latest.ts';
import { cellOf } from '../cells/cell-of.ts';
import type { ActiveCell, GridColumn } from '../grid-types.ts';
import type { EditorEnd, GridEditing, OpenEditor } from './editing-types.ts';

interface Edited<Row> {
  columns: readonly GridColumn<Row>[];
  order: readonly number[];
  editing?: GridEditing | undefined;
}

interface Focus {
  active: ActiveCell;
  /** Makes a cell the active one and gives it the focus. */
  moveFocus: (next: ActiveCell) => void;
}

/** Which cell is being edited, and the ways in: Enter, F2, typing, a double press, or a column from the clipboard. */
export function useCellEditor<Row>({ columns, order, editing }: Edited<Row>, { active, moveFocus }: Focus) {
  const [open, setOpen] = useState<OpenEditor | null>(null);
  const latest = useLatest({ columns, order, editing });

  function close(cell: ActiveCell & { row: number }, column: string, how: EditorEnd, text: string): string | null {
    const now = latest.current;
    const refusal = how === 'cancel' ? null : (now.editing?.commit(cell.row, column, text) ?? null);
    if (refusal !== null && how !== 'blur') return refusal;
    if (refusal !== null) now.editing?.dropped(refusal);
    setOpen(null);
    if (how !== 'blur') moveFocus(cellAfter(cell, how, now));
    return null;
  }

  function openAt(cell: ActiveCell, typed?: string): boolean {
    const { row } = cell;
    const column = columns[cell.column]?.key;
    if (typeof row !== 'number' || column === undefined || editing === undefined) return false;
    const begun = editing.begin(row, column);
    if (begun === null) return false;
    setOpen({
      Editor: editing.Editor,
      row,
      column,
      ...begun,
      text: typed ?? begun.text,
      typed: typed !== undefined,
      close: (how, text) => close({ ...cell, row }, column, how, text),
    });
    return true;
  }

  function toggle({ row, column }: ActiveCell): boolean {
    const key = columns[column]?.key;
    return typeof row === 'number' && key !== undefined && (editing?.toggle(row, key) ?? false);
  }

  /** @returns whether the key was for editing */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || cellOf(event.target) === null) return false;
    const typed = /^[\d.,$€£¥]$/.test(event.key) ? event.key : event.key === 'Delete' ? '' : undefined;
    const handled =
      ((event.key === 'Enter' || event.key === ' ') && toggle(active)) ||
      ((event.key === 'Enter' || event.key === 'F2') && openAt(active)) ||
      (typed !== undefined && openAt(active, typed));
    if (handled) event.preventDefault();
    return handled;
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    if (cell !== null && openAt(cell)) window.getSelection()?.removeAllRanges();
  }

  /** A press on the box of a setting that is on or off. @returns whether it was one */
  function onBox(event: MouseEvent<HTMLElement>): boolean {
    const box = event.target instanceof Element ? event.target.closest('[data-box]') : null;
    return box !== null && toggle(cellOf(box) ?? active);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    const column = columns[active.column]?.key;
    const from = typeof active.row === 'number' ? order.indexOf(active.row) : -1;
    if (editing === undefined || column === undefined || from < 0 || cellOf(event.target) === null) return;
    const lines = linesOf(event.clipboardData.getData('text'));
    if (editing.fill(order.slice(from, from + lines.length), column, lines)) event.preventDefault();
  }

  return { open, onKeyDown, onDoubleClick, onBox, onPaste };
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** The cell to go to when an editor is left; at an edge the same one. */
function cellAfter<Row>(
  cell: ActiveCell & { row: number },
  how: EditorEnd,
  { columns, order }: Pick<Edited<Row>, 'columns' | 'order'>,
): ActiveCell {
  const { row, column } = cell;
  if (how === 'down') return { row: order[order.indexOf(row) + 1] ?? row, column };
  if (how === 'right') return { row, column: Math.min(columns.length - 1, column + 1) };
  if (how === 'left') return { row, column: Math.max(0, column - 1) };
  return cell;
}
