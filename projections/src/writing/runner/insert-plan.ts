import type { RowInsert } from '../../tables/insert-into.ts';
import { type RowOf, type TableInfo, type TableName, type TableRow, tableOf } from '../../tables/table-catalogue.ts';

type Row = RowOf<TableName>;
type Cells = Readonly<Record<string, unknown>>;

// The engine takes an insert into at most 100 partitions.
const partitionsPerInsert = 90;

/**
 * Groups rows by table: one insert has all rows of a table and one range of the log, or a part of them that keeps to the partition limit.
 * The same range gives the same tokens, so that repeating an insert writes nothing.
 * @param rangeName Names projection, version and range of the log; the beginning of every token.
 */
export function planInserts(rows: readonly TableRow[], rangeName: string): RowInsert[] {
  const byTable = new Map<TableName, Row[]>();
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

function lastOfEachKey(table: TableInfo, rows: readonly Row[]): Row[] {
  const last = new Map<string, Row>();
  for (const row of rows) {
    const cells: Cells = row;
    last.set(table.key.map((column) => String(cells[column])).join('|'), row);
  }
  return [...last.values()];
}

function splitByPartition(table: TableInfo, rows: readonly Row[]): (readonly Row[])[] {
  const { monthOf } = table;
  if (monthOf === undefined) return [rows];
  const byMonth = new Map<string, Row[]>();
  for (const row of rows) {
    const cells: Cells = row;
    const month = String(cells[monthOf]).slice(0, 7);
    const existing = byMonth.get(month);
    if (existing) existing.push(row);
    else byMonth.set(month, [row]);
  }
  if (byMonth.size <= partitionsPerInsert) return [rows];
  const months = [...byMonth.keys()].sort();
  const parts: Row[][] = [];
  for (let start = 0; start < months.length; start += partitionsPerInsert) {
    parts.push(months.slice(start, start + partitionsPerInsert).flatMap((month) => byMonth.get(month) ?? []));
  }
  return parts;
}
