import type { ReportRow, ReportTotals } from '@tapwise/contract';

type Cells = ReportRow | ReportTotals;

/** Figures from here on are too long for their column, which was laid out with a digit to spare. */
const limitOf = (largest: number): number => (largest === 0 ? 1 : 10 ** (Math.floor(Math.log10(largest)) + 2));

/**
 * Notices figures that have outgrown their columns: while history comes in, a spend of 9.50 becomes one of 12,000.
 * @param seed what the columns were laid out for
 */
export function createFigureGrowth(seed: { rows: readonly ReportRow[]; totals: ReportTotals }) {
  // Each made when its column first changes: long reports have many columns that never do.
  const limits = new Map<string, number>();
  let count = 0;

  function firstLimit(column: string): number {
    let largest = sizeOf(seed.totals, column);
    for (const row of seed.rows) largest = Math.max(largest, sizeOf(row, column));
    return limitOf(largest);
  }

  return {
    /**
     * Looks at cells of a row or of the totals that were pushed.
     * @param columns those that changed
     */
    take(cells: Cells, columns: readonly string[]): void {
      for (const column of columns) {
        const size = sizeOf(cells, column);
        const limit = limits.get(column) ?? firstLimit(column);
        limits.set(column, size < limit ? limit : limitOf(size));
        if (size >= limit) count += 1;
      }
    },
    /** Grows with each figure that needs a wider column. */
    count: (): number => count,
  };
}

function sizeOf(cells: Cells, column: string): number {
  const value = column === 'id' ? 0 : cells[column];
  return typeof value === 'number' ? Math.abs(value) : 0;
}
