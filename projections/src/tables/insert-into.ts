import { type ClickHouseClient, insertRows } from '@tapwise/adapters';
import type { RowOf, TableName } from './table-catalogue.ts';

/** Rows of one table that are inserted together. */
export interface RowInsert<Name extends TableName = TableName> {
  readonly table: Name;
  readonly rows: readonly RowOf<Name>[];
  /** Names this insert: the same token writes nothing a second time. */
  readonly token: string;
}

/** Inserts rows with the columns of their table. @throws as `insertRows`. */
export const insertInto = <Name extends TableName>(client: ClickHouseClient, insert: RowInsert<Name>): Promise<void> =>
  insertRows(client, insert);
