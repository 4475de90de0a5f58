import type { ActivityStore } from '../../market/activity/activity-store.ts';
import type { Buyers } from '../../market/sales/buyers.ts';
import type { World } from '../../market/world/world.ts';

/** What the reports are made from. */
export interface SalesSite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly buyers: Buyers;
}

/** A report as rows by column name; columns that a row lacks are blank. */
export interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
}

export type ReportRow = Readonly<Record<string, string>>;

/** Tab-separated with a header row. A blank field is a single space, as in Apple's files. */
export function tabSeparated({ columns, rows }: ReportTable): string {
  const lines = rows.map((row) => columns.map((column) => fieldOf(row[column])).join('\t'));
  return `${[columns.join('\t'), ...lines].join('\n')}\n`;
}

const fieldOf = (value: string | undefined): string => (value === undefined || value === '' ? ' ' : value);

/** Rows that agree in everything but their counts, added up. Counts that stay 0 are shown as 0. */
export class CountedRows {
  private readonly sums = new Map<string, { readonly row: ReportRow; readonly counts: Map<string, number> }>();

  constructor(private readonly countColumns: readonly string[]) {}

  add(row: ReportRow, counts: Readonly<Record<string, number>>): void {
    const key = Object.values(row).join('\t');
    const sum = this.sums.get(key) ?? { row, counts: new Map(this.countColumns.map((column) => [column, 0])) };
    this.sums.set(key, sum);
    for (const [column, count] of Object.entries(counts)) sum.counts.set(column, (sum.counts.get(column) ?? 0) + count);
  }

  rows(): readonly ReportRow[] {
    return [...this.sums.values()].map(({ row, counts }) => ({
      ...row,
      ...Object.fromEntries([...counts].map(([column, count]) => [column, String(count)])),
    }));
  }
}

/** An amount as reports write it: at most two decimals, no trailing zeros. */
export const amountText = (amount: number): string => String(Math.round(amount * 100) / 100);
