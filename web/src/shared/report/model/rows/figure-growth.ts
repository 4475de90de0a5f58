import type { ReportRow, ReportTotals } from '@tapwise/contract';

type Cells = ReportRow | ReportTotals;

/** Figures from here on are too long for their column, which was laid out with a digit to spare. */
const limitOf = (largest: number): number => (largest === 0 ? 1 : 10 ** (Math.floor(Math.log10(largest)) + 2));

/**
 * Notices figures that have outgrown their columns: while history comes in, a spend of 9.50 becomes one of 12,000.
 * @param seed what the columns were laid out for
 */
export function createFigureGrowth(seed: { rows: readonly ReportRow[]; totals: ReportTotals }) {
  // Made with the first update: most answers never get one.
  let limits: Map<string, number> | null = null;
  let count = 0;

  function firstLimits(): Map<string, number> {
    const largest = new Map<string, number>();
    for (const cells of [seed.totals, ...seed.rows]) {
      for (const [column, size] of sizesIn(cells)) largest.set(column, Math.max(largest.get(column) ?? 0, size));
    }
    return new Map([...largest].map(([column, size]) => [column, limitOf(size)]));
  }

  return {
    /** Looks at the cells of a row or of the totals that were pushed. */
    take(cells: Cells): void {
      limits ??= firstLimits();
      for (const [column, size] of sizesIn(cells)) {
        if (size < (limits.get(column) ?? 1)) continue;
        limits.set(column, limitOf(size));
        count += 1;
      }
    },
    /** Grows with each figure that needs a wider column. */
    count: (): number => count,
  };
}

function* sizesIn(cells: Cells): Generator<[column: string, size: number]> {
  for (const [column, value] of Object.entries(cells)) {
    if (typeof value === 'number' && column !== 'id') yield [column, Math.abs(value)];
  }
}
