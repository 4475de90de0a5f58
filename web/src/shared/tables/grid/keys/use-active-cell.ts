import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { cellOf } from '../cells/cell-of.ts';
import { blockOf, type CellBlock, textOfBlock } from '../cells/cell-selection.ts';
import type { GridProps } from '../grid-props.ts';
import type { ActiveCell, GridColumn } from '../grid-types.ts';
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
  | 'onExplain'
  | 'onShortcuts'
  | 'rawValue'
>;

/**
 * The cell the keys act on: a tab stop that moves inside the grid and stays on its row whatever happens around it. With
 * Shift a block of cells is chosen, which Ctrl+C copies.
 */
export function useActiveCell<Row, Totals>(
  viewport: HTMLDivElement | null,
  grid: Watched<Row, Totals> & { onAsk: (index: number) => void },
) {
  const { columns, order, memory } = grid;
  const [requested, setRequested] = useState<ActiveCell>(memory.active);
  const [anchor, setAnchor] = useState<ActiveCell | null>(null);
  const focusWanted = useRef(grid.takeFocus);
  const indexes = useMemo(() => new Map(order.map((id, index) => [id, index])), [order]);
  const active = reachableCell(requested, { order, columns: columns.length });
  const block = blockOf(anchor, active, indexes);
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

  function go(next: ActiveCell, extend = false): void {
    setAnchor(extend && next.row !== 'header' ? (anchor ?? active) : null);
    memory.active = next;
    setRequested(next);
  }

  /** Makes a cell the active one, and gives it the focus once it is drawn. */
  function moveFocus(next: ActiveCell): void {
    focusWanted.current = true;
    go(next);
  }

  function copy(): void {
    const text =
      block === null || active.row === 'header'
        ? valueAt(active)
        : textOfBlock(block, order, columns, (column, row) => grid.rawValue(column, row));
    void navigator.clipboard?.writeText(text);
  }

  function valueAt({ row, column }: ActiveCell): string {
    const key = columns[column]?.key;
    return key === undefined || row === 'header' ? '' : grid.rawValue(key, row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || cellOf(event.target) === null) return;
    // A header's own button is pressed by these keys; all others are the grid's.
    if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((viewport?.clientHeight ?? 0) / grid.rowHeight) - 4);
    const next = moveActive(active, { key: event.key, ctrl }, { order, columns: columns.length, page });
    if (next !== null) {
      focusWanted.current = true;
      go(next, event.shiftKey);
    } else if (!act(event, ctrl)) return;
    event.preventDefault();
  }

  /** Does what a key that does not move is for. @returns whether it was for anything */
  function act(event: KeyboardEvent<HTMLElement>, ctrl: boolean): boolean {
    const column = columns[active.column];
    if (event.key === 'Enter' && active.row === 'header' && column !== undefined) {
      grid.onSort(column.key, event.shiftKey);
    } else if (event.key.toLowerCase() === 'i' && ctrl && active.row === 'header') {
      grid.onAsk(active.column);
    } else if (event.key === 'Enter' && active.column === 0 && typeof active.row === 'number') {
      grid.onOpen(active.row);
    } else if (event.key === 'Enter' || (event.key.toLowerCase() === 'i' && ctrl)) {
      return explain(active, column, true);
    } else if (event.key === 'Backspace') {
      grid.onUp();
    } else if (event.key === '/') {
      grid.onSearch();
    } else if (event.key === '?' && grid.onShortcuts !== undefined) {
      grid.onShortcuts();
    } else if (event.key === 'c' && ctrl && active.row !== 'header') {
      copy();
    } else if (event.key === 'Escape' && anchor !== null) {
      setAnchor(null);
      event.stopPropagation();
    } else return false;
    return true;
  }

  function explain(cell: ActiveCell, column: GridColumn<Row> | undefined, byKey: boolean): boolean {
    if (grid.onExplain === undefined || column?.explains !== true || cell.row === 'header') return false;
    if (cellElement(viewport, cell)?.dataset.explains === undefined) return false;
    grid.onExplain({ column: column.key, row: cell.row }, byKey);
    return true;
  }

  function onFocus(event: FocusEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    if (cell !== null && (cell.row !== active.row || cell.column !== active.column)) go(cell);
  }

  /** With Shift a press ends a block, and must not move the focus by itself first. */
  function onMouseDown(event: MouseEvent<HTMLElement>): void {
    const cell = event.shiftKey ? cellOf(event.target) : null;
    if (cell === null || cell.row === 'header') return;
    event.preventDefault();
    focusWanted.current = true;
    go(cell, true);
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    // With Ctrl or Cmd the browser opens the address in a tab of its own.
    if (link !== null && (event.ctrlKey || event.metaKey || event.altKey)) return;
    if (link !== null) event.preventDefault();
    if (cell === null || event.shiftKey) return;
    if ((window.getSelection()?.toString() ?? '') !== '') return;
    if (anchor !== null) setAnchor(null);
    if (cell.column === 0 && typeof cell.row === 'number') grid.onOpen(cell.row);
    else if (cell.row !== 'header') explain(cell, columns[cell.column], false);
  }

  return { active, block: block as CellBlock | null, settleFocus, moveFocus, onKeyDown, onFocus, onMouseDown, onClick };
}

/** The cell that the keyboard is in, and how it is moved. */
export type CellFocus<Row, Totals> = ReturnType<typeof useActiveCell<Row, Totals>>;

function cellElement(viewport: HTMLElement | null, cell: ActiveCell): HTMLElement | null {
  const row =
    typeof cell.row === 'number' ? `[data-row-id="${cell.row}"]` : `[aria-rowindex="${cell.row === 'header' ? 1 : 2}"]`;
  return viewport?.querySelector<HTMLElement>(`${row} [aria-colindex="${cell.column + 1}"]`) ?? null;
}
