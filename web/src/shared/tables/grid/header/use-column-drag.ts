import { type PointerEvent as ReactPointerEvent, useCallback, useState } from 'react';
import type { ColumnWidth, GridColumn } from '../grid-types.ts';
import { clampWidth } from './column-width.ts';

/** Makes a column wider or narrower under the pointer; it is reported once, when the pointer is lifted. */
export function useColumnDrag<Row>(
  columns: readonly GridColumn<Row>[],
  onWidth: ((column: string, width: ColumnWidth) => void) | undefined,
) {
  const [dragged, setDragged] = useState<{ key: string; width: number } | null>(null);
  // The last width stays until the columns have it themselves, so that nothing jumps back in between.
  const [columnsBefore, setColumnsBefore] = useState(columns);
  if (columnsBefore !== columns) {
    setColumnsBefore(columns);
    setDragged(null);
  }

  const start = useCallback(
    (event: ReactPointerEvent<HTMLElement>, column: GridColumn<Row>): void => {
      const handle = event.currentTarget;
      if (event.button !== 0) return;
      event.preventDefault();
      const before = handle.parentElement?.getBoundingClientRect().width ?? column.width;
      const grabbedAt = event.clientX;
      let width = before;
      handle.setPointerCapture(event.pointerId);
      const move = (moved: PointerEvent) => {
        width = clampWidth(column, before + moved.clientX - grabbedAt);
        setDragged({ key: column.key, width });
      };
      const listening = new AbortController();
      const { signal } = listening;
      const end = (kept: boolean) => {
        listening.abort();
        if (kept && width !== before) onWidth?.(column.key, width);
        else setDragged(null);
      };
      handle.addEventListener('pointermove', move, { signal });
      handle.addEventListener('pointerup', () => end(true), { signal });
      handle.addEventListener('pointercancel', () => end(false), { signal });
    },
    [onWidth],
  );

  return { dragged, start };
}

/** A column that is being made wider, and how that begins. */
export type ColumnDrag<Row> = ReturnType<typeof useColumnDrag<Row>>;
