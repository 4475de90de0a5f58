import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from './client.ts';
import { onCluster } from './cluster.ts';
import { saysNoTables } from './says-no-tables.ts';

/** The numbered files of a folder, `0001_name.sql`, each number once. */
interface Migration {
  readonly number: number;
  readonly name: string;
}

/** The tables were made by a newer program, or by one from before the oldest migration that is kept; this one could only damage them. */
export class UnusableTablesError extends Error {
  override readonly name = 'UnusableTablesError';
}

/**
 * Applies the numbered `.sql` files of a folder that were not applied yet, in order, then records them. A file can be
 * applied twice (a crash or a fault before they were recorded), so its statements are idempotent. Statements end with a semicolon at the end of a line.
 * @param database Created when it is missing; replaces `{database}` in the files; `{cluster}` and `{engine}` are what the client's address asks for.
 * @param baseline Number of the last migration that is part of the files of the tables: tables that were made without it are not
 * brought up to it.
 * @throws UnusableTablesError when a migration was applied that the folder does not have, or none from the baseline on; the engine's error.
 */
export async function migrate(client: ClickHouseClient, folder: string, database: string, baseline = 0): Promise<void> {
  const name = identifier(database);
  await client.command({ query: onCluster(client, `CREATE DATABASE IF NOT EXISTS ${name} {cluster}`) });
  await client.command({ query: onCluster(client, recordTable(name)) });
  const migrations = await readMigrations(folder);
  const applied = await appliedNumbers(client, name);
  refuseUnknown(applied, migrations, database);
  if (applied.size > 0 && Math.max(...applied) < baseline) {
    throw new UnusableTablesError(
      `The tables in ${database} were made by a program from before migration ${baseline}. Remove the database: it is made again from the log.`,
    );
  }
  const missing = migrations.filter(({ number }) => !applied.has(number));
  for (const migration of missing) {
    const text = await readFile(join(folder, migration.name), 'utf8');
    for (const statement of text.split(/;\s*$/m)) {
      if (!/\S/.test(statement.replaceAll(/^\s*--.*$/gm, ''))) continue;
      await client.command({ query: onCluster(client, statement.replaceAll('{database}', name)) });
    }
  }
  await record(client, name, missing);
}

function refuseUnknown(applied: ReadonlySet<number>, migrations: readonly Migration[], database: string): void {
  const newest = migrations.at(-1)?.number ?? 0;
  const unknown = [...applied].filter((number) => number > newest);
  if (unknown.length === 0) return;
  const numbers = unknown.sort((a, b) => a - b).join(', ');
  throw new UnusableTablesError(
    `The tables in ${database} have migrations this program does not know: ${numbers}. A newer Tapwise made them; nothing was changed.`,
  );
}

/**
 * Changes nothing. @param folder The migrations of this program.
 * @throws UnusableTablesError when a newer program made the tables of the database; the engine's error.
 */
export async function refuseNewerMigrations(client: ClickHouseClient, folder: string, database: string): Promise<void> {
  try {
    refuseUnknown(await appliedNumbers(client, identifier(database)), await readMigrations(folder), database);
  } catch (error) {
    if (!saysNoTables(error)) throw error;
  }
}

/** One insert for all of them: each costs the engine more than the tables it is about. */
async function record(client: ClickHouseClient, database: string, done: readonly Migration[]): Promise<void> {
  if (done.length === 0) return;
  const applied_at = new Date().toISOString();
  await client.insert({
    table: `${database}.schema_migration_v1`,
    values: done.map(({ number, name }) => ({ number, name, applied_at })),
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0, date_time_input_format: 'best_effort' },
  });
}

const recordTable = (database: string): string => `CREATE TABLE IF NOT EXISTS ${database}.schema_migration_v1 {cluster}
  (number UInt32, name String, applied_at DateTime64(3, 'UTC')) ENGINE = {engine}(applied_at) ORDER BY (number)`;

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const migrations = files.map((name) => ({ number: Number(name.slice(0, 4)), name }));
  const twice = migrations.find(({ number }, index) => number === migrations[index - 1]?.number);
  if (twice !== undefined) throw new Error(`Two migrations have the number ${twice.number}`);
  return migrations;
}

async function appliedNumbers(client: ClickHouseClient, database: string): Promise<Set<number>> {
  const resultSet = await client.query({
    query: `SELECT DISTINCT number FROM ${database}.schema_migration_v1`,
    format: 'JSONEachRow',
  });
  return new Set((await resultSet.json<{ number: number }>()).map(({ number }) => number));
}

function identifier(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new Error(`"${name}" is not a database name`);
  return name;
}
