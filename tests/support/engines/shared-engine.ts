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
  /** Makes a database with all tables and nothing in them. @returns its name. */
  emptyDatabase(): Promise<string>;
  drop(database: string): Promise<void>;
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
  return {
    url,
    async emptyDatabase() {
      const database = freshName();
      await copyTables(client, migrated, database);
      return database;
    },
    async drop(database) {
      await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
    },
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

/** Tables like those of another database, with the rows that its migrations wrote: migrating again takes twice as long. */
async function copyTables(client: ClickHouseClient, from: string, to: string): Promise<void> {
  const query = `SELECT name, ifNull(total_rows, 0) > 0 AS is_filled FROM system.tables WHERE database = '${from}'`;
  const tables = await (await client.query({ query, format: 'JSONEachRow' })).json<{
    name: string;
    is_filled: 0 | 1;
  }>();
  await client.command({ query: `CREATE DATABASE ${to}` });
  await Promise.all(
    tables.map(async ({ name, is_filled }) => {
      await client.command({ query: `CREATE TABLE ${to}.${name} AS ${from}.${name}` });
      if (is_filled === 1) await client.command({ query: `INSERT INTO ${to}.${name} SELECT * FROM ${from}.${name}` });
    }),
  );
}
