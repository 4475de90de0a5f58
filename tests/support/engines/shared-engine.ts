import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, openClickHouse, withDatabase } from '@tapwise/adapters';
import { prepareTables } from '@tapwise/projections';
import { startClickHouseNode } from './clickhouse-node.ts';

/** An engine that specs share which run one after the other in a process: its start and the migrations take seconds. */
export interface SharedEngine {
  /** Without a database. */
  readonly url: string;
  /** A database with all tables and nothing in them. @returns its name. */
  emptyDatabase(): Promise<string>;
  /** Gives a database back that nothing uses any more: the next one that is wanted is this one, emptied then. */
  release(database: string): void;
}

let shared: Promise<SharedEngine> | undefined;

/** @param real Address of a real server to use, when there is one. */
export function sharedEngine(real?: string): Promise<SharedEngine> {
  shared ??= open(real);
  return shared;
}

async function open(real: string | undefined): Promise<SharedEngine> {
  const url = real ?? (await startNode());
  const client = openClickHouse(withDatabase(url, 'default'));
  const migrated = freshName();
  await prepareTables(url, migrated);
  const template = await tablesOf(client, migrated);
  const released: string[] = [];
  const drop = async (database: string): Promise<void> => {
    await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
  };
  return {
    url,
    async emptyDatabase() {
      for (let database = released.pop(); database !== undefined; database = released.pop()) {
        if (await emptyTables(client, { from: migrated, tables: template }, database)) return database;
        await drop(database);
      }
      const database = freshName();
      await copyTables(client, { from: migrated, tables: template }, database);
      return database;
    },
    release: (database) => void released.push(database),
  };
}

const freshName = (): string => `t_${randomBytes(6).toString('hex')}`;

async function startNode(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tables-under-test-'));
  const node = await startClickHouseNode({ dataDirectory: directory });
  // The test runner ends its processes with this signal, which by itself would skip the step below.
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => {
    // An orderly end of the engine merges and cleans up what will not be read.
    node.process.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return node.url;
}

interface Table {
  readonly name: string;
  /** Without the name of the database. */
  readonly definition: string;
  readonly is_filled: 0 | 1;
}

/** The database that was migrated. */
interface Template {
  readonly from: string;
  readonly tables: readonly Table[];
}

async function tablesOf(client: ClickHouseClient, database: string): Promise<readonly Table[]> {
  const query = `SELECT name, ifNull(total_rows, 0) > 0 AS is_filled,
    replaceAll(create_table_query, '${database}.', '') AS definition
    FROM system.tables WHERE database = '${database}' ORDER BY name`;
  return await (await client.query({ query, format: 'JSONEachRow' })).json<Table>();
}

/** Tables like those of another database, with the rows that its migrations wrote: migrating again takes twice as long. */
async function copyTables(client: ClickHouseClient, template: Template, to: string): Promise<void> {
  await client.command({ query: `CREATE DATABASE ${to}` });
  await Promise.all(
    template.tables.map(async (table) => {
      await client.command({ query: `CREATE TABLE ${to}.${table.name} AS ${template.from}.${table.name}` });
      await fill(client, template, { table, to });
    }),
  );
}

/**
 * Leaves what the migrations made: tens of tables take longer to make and to drop than the few that a test writes to take to empty.
 * @returns false where the tables are other ones.
 */
async function emptyTables(client: ClickHouseClient, template: Template, database: string): Promise<boolean> {
  const present = await tablesOf(client, database);
  const definitionsOf = (tables: readonly Table[]) => tables.map(({ definition }) => definition).join();
  if (definitionsOf(present) !== definitionsOf(template.tables)) return false;
  await Promise.all(
    template.tables.map(async (table, index) => {
      if (present[index]?.is_filled === 0) return;
      await client.command({ query: `TRUNCATE TABLE ${database}.${table.name}` });
      await fill(client, template, { table, to: database });
    }),
  );
  return true;
}

async function fill(
  client: ClickHouseClient,
  { from }: Template,
  { table, to }: { table: Table; to: string },
): Promise<void> {
  const { name, is_filled } = table;
  if (is_filled === 1) await client.command({ query: `INSERT INTO ${to}.${name} SELECT * FROM ${from}.${name}` });
}
