/** Up to this many columns all are drawn: leaving some out would cost more than it saves. */
const drawnAlways = 14;
const overscan = 3;

/** First and last visible column besides the frozen first; `null` when all are drawn. */
export type ColumnSpan = { first: number; last: number } | null;

/**
 * The visible columns of a table wider than its box.
 * @param widths pixels of each column, the frozen one first
 */
export function visibleColumns(widths: readonly number[], scrollLeft: number, boxWidth: number): ColumnSpan {
  const total = widths.reduce((sum, width) => sum + width, 0);
  // Wider than the columns' least widths the columns grow, and their places are not known here.
  if (widths.length <= drawnAlways || total < boxWidth) return null;
  let left = 0;
  let first = widths.length - 1;
  let last = 1;
  for (const [index, width] of widths.entries()) {
    if (index > 0 && left + width > scrollLeft && left < scrollLeft + boxWidth) {
      first = Math.min(first, index);
      last = Math.max(last, index);
    }
    left += width;
  }
  return { first: Math.max(1, first - overscan), last: Math.min(widths.length - 1, last + overscan) };
}

/** Whether a column is drawn: the frozen one, the visible ones, and that of the active cell. */
export function isDrawn(span: ColumnSpan, index: number, activeColumn: number | null): boolean {
  if (span === null || index === 0 || index === activeColumn) return true;
  return index >= span.first && index <= span.last;
}
