import { type ClickHouseClient, defineQuery, onCluster } from '@tapwise/adapters';
import { z } from 'zod';
import { tableOf } from '../../tables/table-catalogue.ts';

/** How many rows a table has and a hash over all of them, whatever their order; bookkeeping of the writing is left out. */
export interface Fingerprint {
  readonly rows: number;
  readonly hash: string;
}

const fingerprints = defineQuery({
  name: 'table-fingerprint',
  // Table and database names come from the catalogue and from our own address, and are bound as identifiers.
  sql: (params) => {
    const { key, marksRemoved } = tableOf(params.table);
    const isThere = marksRemoved === true ? 'NOT is_removed AND ' : '';
    const keys = `(${key.join(', ')})`;
    const newer =
      params.moved === 'rows'
        ? 'log_position <= {position:UInt64}'
        : `${keys} NOT IN (SELECT ${keys} FROM {other:Identifier}.{table:Identifier} FINAL WHERE log_position > {position:UInt64})`;
    return `SELECT count() AS rows, toString(sum(cityHash64(toJSONString(tuple(* EXCEPT (log_position, recorded_at)))))) AS hash
      FROM {database:Identifier}.{table:Identifier} FINAL WHERE ${isThere}${newer}`;
  },
  params: z.object({
    database: z.string(),
    other: z.string(),
    table: z.string(),
    position: z.string(),
    /** Leave out the table's own newer rows, or rows that are newer in the other database. */
    moved: z.enum(['rows', 'keys']),
  }),
  row: z.object({ rows: z.number(), hash: z.string() }),
});

/**
 * Fingerprints of a table in both databases, as far as the log had come at a position: the current one goes on meanwhile, so
 * rows that it has changed since are left out on both sides.
 */
export async function compareTable(
  client: ClickHouseClient,
  comparison: { table: string; current: string; rebuilt: string; position: bigint },
): Promise<{ current: Fingerprint; rebuilt: Fingerprint }> {
  const { table, current, rebuilt } = comparison;
  const position = comparison.position.toString();
  const nothing = { rows: 0, hash: '0' };
  const [[ofCurrent], [ofRebuilt]] = await Promise.all([
    fingerprints(client, { table, database: current, other: rebuilt, position, moved: 'rows' }),
    fingerprints(client, { table, database: rebuilt, other: current, position, moved: 'keys' }),
  ]);
  return { current: ofCurrent ?? nothing, rebuilt: ofRebuilt ?? nothing };
}

/** Puts the rebuilt table in the current one's place at once; the old one stays in the other database. */
export async function exchangeTable(
  client: ClickHouseClient,
  exchange: { table: string; current: string; rebuilt: string },
): Promise<void> {
  await client.command({
    query: onCluster(
      client,
      'EXCHANGE TABLES {current:Identifier}.{table:Identifier} AND {rebuilt:Identifier}.{table:Identifier} {cluster}',
    ),
    query_params: exchange,
  });
}

const identities = defineQuery({
  name: 'table-identities',
  sql: 'SELECT name, toString(uuid) AS uuid FROM system.tables WHERE database = {database:String}',
  params: z.object({ database: z.string() }),
  row: z.object({ name: z.string(), uuid: z.string() }),
});

/** What each table of a database is, whatever it is called (UUID), by its present name. */
export async function tableIdentities(
  client: ClickHouseClient,
  database: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await identities(client, { database });
  return new Map(rows.map(({ name, uuid }) => [name, uuid]));
}

const databases = defineQuery({
  name: 'databases-like',
  sql: 'SELECT name FROM system.databases WHERE startsWith(name, {prefix:String})',
  params: z.object({ prefix: z.string() }),
  row: z.object({ name: z.string() }),
});

/** Names of the databases that begin so. */
export async function databasesLike(client: ClickHouseClient, prefix: string): Promise<string[]> {
  return (await databases(client, { prefix })).map(({ name }) => name);
}

/** Removes what an earlier rebuild left. */
export async function dropDatabase(client: ClickHouseClient, database: string): Promise<void> {
  const query = onCluster(client, 'DROP DATABASE IF EXISTS {database:Identifier} {cluster} SYNC');
  await client.command({ query, query_params: { database } });
}
