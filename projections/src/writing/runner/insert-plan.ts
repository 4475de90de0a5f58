import { type TableInfo, tableOf } from '../../tables/table-catalogue.ts';
import type { TableRow } from './projection.ts';

/** One insert: all rows of one table and one range of the log, or a part of them that keeps to the partition limit. */
export interface PlannedInsert {
  readonly table: string;
  readonly rows: readonly object[];
  /** The same range gives the same token, so that repeating an insert writes nothing. */
  readonly token: string;
}

// The engine takes an insert into at most 100 partitions.
const partitionsPerInsert = 90;

/**
 * Groups rows by table.
 * @param rangeName Names projection, version and range of the log; the beginning of every token.
 */
export function planInserts(rows: readonly TableRow[], rangeName: string): PlannedInsert[] {
  const byTable = new Map<string, object[]>();
  for (const { table, row } of rows) {
    const existing = byTable.get(table);
    if (existing) existing.push(row);
    else byTable.set(table, [row]);
  }
  return [...byTable].flatMap(([name, tableRows]) => {
    const table = tableOf(name);
    const parts = splitByPartition(table, table.collapses ? lastOfEachKey(table, tableRows) : tableRows);
    return parts.map((part, index) => ({
      table: name,
      rows: part,
      token: `${rangeName}:${name}${parts.length > 1 ? `:${index}` : ''}`,
    }));
  });
}

function lastOfEachKey(table: TableInfo, rows: readonly object[]): object[] {
  const last = new Map<string, object>();
  for (const row of rows) {
    const cells = row as Record<string, unknown>;
    last.set(table.key.map((column) => String(cells[column])).join('|'), row);
  }
  return [...last.values()];
}

function splitByPartition(table: TableInfo, rows: readonly object[]): (readonly object[])[] {
  const { monthOf } = table;
  if (monthOf === undefined) return [rows];
  const byMonth = new Map<string, object[]>();
  for (const row of rows) {
    const month = String((row as Record<string, unknown>)[monthOf]).slice(0, 7);
    const existing = byMonth.get(month);
    if (existing) existing.push(row);
    else byMonth.set(month, [row]);
  }
  if (byMonth.size <= partitionsPerInsert) return [rows];
  const months = [...byMonth.keys()].sort();
  const parts: object[][] = [];
  for (let start = 0; start < months.length; start += partitionsPerInsert) {
    parts.push(months.slice(start, start + partitionsPerInsert).flatMap((month) => byMonth.get(month) ?? []));
  }
  return parts;
}
