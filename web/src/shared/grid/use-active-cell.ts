import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { GridProps } from './Grid.tsx';
import type { ActiveCell } from './grid-types.ts';
import { moveActive, reachableCell } from './move-active.ts';

type Watched<Row, Totals> = Pick<
  GridProps<Row, Totals>,
  | 'columns'
  | 'order'
  | 'source'
  | 'memory'
  | 'takeFocus'
  | 'rowHeight'
  | 'onSort'
  | 'onOpen'
  | 'onUp'
  | 'onSearch'
  | 'rawValue'
>;

/** The cell the keys act on: a tab stop that moves inside the grid and stays on its row whatever happens around it. */
export function useActiveCell<Row, Totals>(viewport: HTMLDivElement | null, grid: Watched<Row, Totals>) {
  const { columns, order, memory } = grid;
  const [wished, setWished] = useState<ActiveCell>(memory.active);
  const focusWanted = useRef(grid.takeFocus);
  const active = reachableCell(wished, { order, columns: columns.length });
  const ready = grid.source !== null && order.length > 0;

  /** Gives the focus to the active cell once it is drawn, unless the person has gone elsewhere meanwhile. */
  function settleFocus(): void {
    const cell = focusWanted.current && ready ? cellElement(viewport, active) : null;
    if (cell === null) return;
    focusWanted.current = false;
    const holder = document.activeElement;
    if (holder !== null && holder !== document.body && viewport?.contains(holder) !== true) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function go(next: ActiveCell): void {
    memory.active = next;
    setWished(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || cellOf(event.target) === null) return;
    const column = columns[active.column];
    const ctrl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((viewport?.clientHeight ?? 0) / grid.rowHeight) - 4);
    const next = moveActive(active, { key: event.key, ctrl }, { order, columns: columns.length, page });
    if (next !== null) {
      focusWanted.current = true;
      go(next);
    } else if (event.key === 'Enter' && active.row === 'header' && column !== undefined) {
      grid.onSort(column.key, event.shiftKey);
    } else if (event.key === 'Enter' && active.column === 0 && typeof active.row === 'number') {
      grid.onOpen(active.row);
    } else if (event.key === 'Backspace') {
      grid.onUp();
    } else if (event.key === '/') {
      grid.onSearch();
    } else if (event.key === 'c' && ctrl && active.row !== 'header' && column !== undefined) {
      void navigator.clipboard?.writeText(grid.rawValue(column.key, active.row));
    } else return;
    event.preventDefault();
  }

  function onFocus(event: FocusEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    if (cell !== null && (cell.row !== active.row || cell.column !== active.column)) go(cell);
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    if (cell === null || cell.column !== 0 || typeof cell.row !== 'number') return;
    const chosen = window.getSelection()?.toString() ?? '';
    if (chosen === '') grid.onOpen(cell.row);
  }

  return { active, settleFocus, onKeyDown, onFocus, onClick };
}

/** The cell an element belongs to, read from the marks of the grid. */
export function cellOf(target: EventTarget | null): ActiveCell | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[aria-colindex]');
  const row = cell?.closest<HTMLElement>('[role="row"]');
  if (cell == null || row == null) return null;
  const column = Number(cell.getAttribute('aria-colindex')) - 1;
  if (row.dataset.rowId !== undefined) return { row: Number(row.dataset.rowId), column };
  return { row: row.dataset.row === 'totals' ? 'totals' : 'header', column };
}

function cellElement(viewport: HTMLElement | null, cell: ActiveCell): HTMLElement | null {
  const row =
    typeof cell.row === 'number' ? `[data-row-id="${cell.row}"]` : `[aria-rowindex="${cell.row === 'header' ? 1 : 2}"]`;
  return viewport?.querySelector<HTMLElement>(`${row} [aria-colindex="${cell.column + 1}"]`) ?? null;
}
