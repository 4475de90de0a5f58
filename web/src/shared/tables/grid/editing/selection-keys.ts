import type { KeyboardEvent } from 'react';
import type { ActiveCell } from '../grid-types.ts';
import type { GridSelecting } from './editing-types.ts';

/** Space selects a row, with Shift all rows up to it, Ctrl+A all rows shown. @returns whether the key was for that */
export function pressSelection(
  event: KeyboardEvent<HTMLElement>,
  active: ActiveCell,
  selecting: GridSelecting | null | undefined,
): boolean {
  if (selecting == null) return false;
  const ctrl = event.ctrlKey || event.metaKey;
  if (ctrl && event.key.toLowerCase() === 'a') selecting.toggleAll();
  else if (event.key !== ' ' || ctrl) return false;
  else if (active.row === 'header' && active.column === 0) selecting.toggleAll();
  else if (typeof active.row !== 'number') return false;
  else if (event.shiftKey) selecting.extendTo(active.row);
  else selecting.toggle(active.row);
  event.preventDefault();
  return true;
}
