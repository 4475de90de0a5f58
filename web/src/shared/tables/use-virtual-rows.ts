import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';

interface Rows {
  /** What scrolls; `null` until it is drawn. */
  viewport: HTMLElement | null;
  /** One key for each row, the same list while the rows are the same. */
  keys: readonly (string | number)[];
  /** Pixels, the same for all rows. */
  rowHeight: number;
  overscan: number;
  /** Pixels above the first row that scroll with the rows. */
  marginTop: number;
  /** Which rows are drawn when these are in view; the same function while it gives the same. */
  extract: (range: Range) => number[];
}

interface Drawn {
  items: readonly VirtualItem[];
  /** Pixels of all rows together. */
  height: number;
}

/**
 * The rows to be drawn of a list of any length. They are state: the library's own hook changes what it returned.
 * @param rows.initialOffset pixels scrolled at the start
 */
export function useVirtualRows(
  rows: Omit<Rows, 'marginTop' | 'extract'> & Partial<Rows> & { initialOffset?: number },
): Drawn & { scrollToIndex: (index: number) => void } {
  const { viewport, keys, rowHeight, overscan, marginTop = 0, extract = defaultRangeExtractor } = rows;
  const [virtual] = useState(() =>
    createVirtualRows({ viewport, keys, rowHeight, overscan, marginTop, extract }, rows.initialOffset ?? 0),
  );
  useLayoutEffect(() => virtual.mount(), [virtual]);
  useLayoutEffect(
    () => virtual.update({ viewport, keys, rowHeight, overscan, marginTop, extract }),
    [virtual, viewport, keys, rowHeight, overscan, marginTop, extract],
  );
  return { ...useStore(virtual.drawn), scrollToIndex: virtual.scrollToIndex };
}

function createVirtualRows(first: Rows, initialOffset: number) {
  const optionsOf = ({ viewport, keys, rowHeight, overscan, marginTop, extract }: Rows) => ({
    count: keys.length,
    getScrollElement: () => viewport,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => keys[index] ?? index,
    rangeExtractor: extract,
    overscan,
    scrollMargin: marginTop,
    initialOffset,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: draw,
  });
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>(optionsOf(first));
  const read = (): Drawn => ({ items: virtualizer.getVirtualItems(), height: virtualizer.getTotalSize() });
  const drawn = createStore(read);
  function draw(): void {
    const now = read();
    const before = drawn.getState();
    if (before.items !== now.items || before.height !== now.height) drawn.setState(now);
  }
  return {
    drawn,
    mount: () => virtualizer._didMount(),
    update(rows: Rows): void {
      virtualizer.setOptions(optionsOf(rows));
      virtualizer._willUpdate();
      draw();
    },
    scrollToIndex: (index: number) => virtualizer.scrollToIndex(index),
  };
}
