import { type ClickHouseClient, defineQuery, type PastPoint } from '@tapwise/adapters';
import { z } from 'zod';

/** Names of the databases with tables of past instants begin so. @param tables name of the database of the current tables. */
export const pastTablesPrefix = (tables: string): string => `as_of_${tables}_`;

/** Names end with the instant or the position, so that all who want the tables of one find them, or with the id of their only caller. */
const suffixOf = ({ at, position, own }: PastPoint): string => {
  if (own !== undefined) return `_o${own.replaceAll('-', '')}`;
  return position === undefined ? `_${at.getTime().toString(16).padStart(12, '0')}` : `_p${position.toString(16)}`;
};

/** @param epoch of the lease under which the tables are made, so that it is seen whose they are. */
export const pastTablesName = (tables: string, epoch: number, point: PastPoint): string =>
  `${pastTablesPrefix(tables)}${epoch}${suffixOf(point)}`;

/** @returns `undefined` for a database of another name. */
export function pastTablesEpoch(tables: string, database: string): number | undefined {
  const [, epoch] =
    /^(\d+)_(?:[0-9a-f]{12}|p[0-9a-f]{1,16}|o[0-9a-f]{32})$/.exec(database.slice(pastTablesPrefix(tables).length)) ??
    [];
  return epoch === undefined ? undefined : Number(epoch);
}

const pastDatabases = defineQuery({
  name: 'past-tables',
  sql: `SELECT name FROM system.databases
    WHERE startsWith(name, concat('as_of_', currentDatabase(), '_')) AND endsWith(name, {suffix:String})`,
  params: z.object({ suffix: z.string() }),
  row: z.object({ name: z.string() }),
});

/** Whether tables of an instant are there or being made, whoever asked for them. */
export async function pastTablesExist(client: ClickHouseClient, at: Date): Promise<boolean> {
  return (await pastDatabases(client, { suffix: suffixOf({ at }) })).length > 0;
}
