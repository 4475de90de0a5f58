import { useEffect, useState } from 'react';
import type { GridColumn } from '../grid-types.ts';
import { type ColumnSpan, visibleColumns } from './visible-columns.ts';

/** The visible columns, followed while the table scrolls sideways or its box changes. */
export function useColumnSpan(
  viewport: HTMLDivElement | null,
  columns: readonly Pick<GridColumn<never>, 'width'>[],
): ColumnSpan {
  const [span, setSpan] = useState<ColumnSpan>(null);
  useEffect(() => {
    if (viewport === null) return;
    const widths = columns.map(({ width }) => width);
    const look = () => {
      const next = visibleColumns(widths, viewport.scrollLeft, viewport.clientWidth);
      setSpan((current) => (current?.first === next?.first && current?.last === next?.last ? current : next));
    };
    look();
    const box = new ResizeObserver(look);
    box.observe(viewport);
    viewport.addEventListener('scroll', look, { passive: true });
    return () => {
      box.disconnect();
      viewport.removeEventListener('scroll', look);
    };
  }, [viewport, columns]);
  return span;
}
