import type { KeyboardEvent, MouseEvent } from 'react';
import { cellOf } from '../cells/cell-of.ts';
import type { GridProps } from '../grid-props.ts';
import type { CellFocus } from '../keys/use-active-cell.ts';
import { pressSelection } from './selection-keys.ts';
import { useCellEditor } from './use-cell-editor.ts';

/** The keys and presses of the grid: of its selection first, then of its editor, then those that move. */
export function useCellInput<Row, Totals>(props: GridProps<Row, Totals>, focus: CellFocus<Row, Totals>) {
  const { selecting } = props;
  const { open, onKeyDown, onDoubleClick, onBox, onPaste } = useCellEditor(props, focus);
  const boxPressed = ({ target }: MouseEvent<HTMLElement>) =>
    selecting != null && target instanceof Element && target.closest('[data-select]') !== null ? cellOf(target) : null;
  /** Ctrl+I on a setting leads to its last change, as it leads to the calculation of a figure. */
  function openOrigin(event: KeyboardEvent<HTMLElement>): boolean {
    const { row, column } = focus.active;
    const key = props.columns[column]?.key;
    const wanted = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'i' && typeof row === 'number';
    const origin = wanted && key !== undefined ? (props.editing?.origin(row, key) ?? null) : null;
    if (origin === null) return false;
    event.preventDefault();
    origin.open();
    return true;
  }

  const listeners = {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      if (cellOf(event.target) !== null && pressSelection(event, focus.active, selecting)) return;
      if (!onKeyDown(event) && !openOrigin(event)) focus.onKeyDown(event);
    },
    onClick(event: MouseEvent<HTMLElement>): void {
      const row = boxPressed(event)?.row;
      if (typeof row !== 'number') {
        if (!onBox(event)) focus.onClick(event);
      } else if (event.shiftKey) selecting?.extendTo(row);
      else selecting?.toggle(row);
    },
    onMouseDown(event: MouseEvent<HTMLElement>): void {
      if (boxPressed(event) === null) focus.onMouseDown(event);
      else if (event.shiftKey) event.preventDefault();
    },
    onFocus: focus.onFocus,
    onDoubleClick,
    onPaste,
  };
  return { editor: open, listeners };
}
