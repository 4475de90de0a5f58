import { useRef, useState } from 'react';
import { usualWidth } from './Splitter.tsx';
import type { ChartScreenUrl } from './use-chart-screen.ts';

/** Width of the table: the address keeps it, once the line that is moved rests. */
export function useTableWidth({ url, show }: Pick<ChartScreenUrl, 'url' | 'show'>) {
  const kept = url.view.tableWidth ?? usualWidth;
  const [moving, setMoving] = useState<number | null>(null);
  // Set and settled in one press: the state of the last drawing would be too old.
  const newest = useRef<number | null>(null);
  return {
    now: moving ?? kept,
    set(width: number): void {
      newest.current = width;
      setMoving(width);
    },
    settle(): void {
      const width = newest.current;
      newest.current = null;
      setMoving(null);
      if (width !== null && width !== kept) show({ tableWidth: width === usualWidth ? null : width });
    },
  };
}
