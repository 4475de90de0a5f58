import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClickHouseClient,
  createLogger,
  openClickHouse,
  type RecordedEvent,
  readEnvironment,
  withDatabase,
} from '@tapwise/adapters';
import { startClickHouseNode } from '../../../tests/support/engines/clickhouse-node.ts';
import { projections } from '../projection-list.ts';
import { tableCatalogue } from '../tables/table-catalogue.ts';
import type { ParkedStreams } from '../writing/runner/parked-streams.ts';
import { prepareTables } from '../writing/runner/prepare-tables.ts';
import { writeRun } from '../writing/runner/write-run.ts';

/** An engine with any number of empty databases. */
export interface TablesUnderTest {
  readonly url: string;
  /** A fresh database with all tables. */
  emptyTables(): Promise<ClickHouseClient>;
  /** Removes the databases that were handed out. */
  stop(): Promise<void>;
}

interface SharedEngine {
  readonly url: string;
  /** A database with all tables and nothing in them, to be copied. */
  readonly migrated: string;
}

/** Specs that run one after the other in a process share an engine, and the time of its start and of the migrations. */
let shared: Promise<SharedEngine> | undefined;

export async function startTables(): Promise<TablesUnderTest> {
  shared ??= startSharedEngine();
  const { url, migrated } = await shared;
  const opened: { client: ClickHouseClient; database: string }[] = [];
  return {
    url,
    async emptyTables() {
      const database = freshName();
      await copyDatabase(url, migrated, database);
      const client = openClickHouse(withDatabase(url, database));
      opened.push({ client, database });
      return client;
    },
    async stop() {
      await Promise.all(
        opened.map(async ({ client, database }) => {
          await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
          await client.close();
        }),
      );
    },
  };
}

async function startSharedEngine(): Promise<SharedEngine> {
  const real = readEnvironment().CLICKHOUSE_URL;
  if (real !== undefined) return { url: real, migrated: await migratedDatabase(real) };
  const directory = mkdtempSync(join(tmpdir(), 'tables-under-test-'));
  const node = await startClickHouseNode({ dataDirectory: directory });
  // The test runner ends its processes with this signal, which by itself would skip the step below.
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => {
    // An orderly end of the engine merges and cleans up what will not be read.
    node.process.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return { url: node.url, migrated: await migratedDatabase(node.url) };
}

const freshName = (): string => `t_${randomBytes(6).toString('hex')}`;

async function migratedDatabase(url: string): Promise<string> {
  const database = freshName();
  await prepareTables(url, database);
  return database;
}

/** Tables like those of another database, with the rows that its migrations wrote: migrating again takes twice as long. */
async function copyDatabase(url: string, from: string, to: string): Promise<void> {
  const client = openClickHouse(withDatabase(url, 'default'));
  try {
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
  } finally {
    await client.close();
  }
}

export const quiet = createLogger('spec', 'silent');

/** Writes events in batches of the given sizes, the last size again and again. */
export async function writeInBatches(
  client: ClickHouseClient,
  events: readonly RecordedEvent[],
  sizes: readonly number[],
): Promise<void> {
  const parked = new Map<string, ParkedStreams>();
  // Nothing is retried here, so no stream is read back.
  const log = { readStream: async () => [] };
  for (let start = 0, batch = 0; start < events.length; batch += 1) {
    const size = sizes[Math.min(batch, sizes.length - 1)] ?? events.length;
    await writeRun({ log, client, logger: quiet, projections, parked }, events.slice(start, start + size));
    start += size;
  }
}

/** All rows of all tables that the log alone determines, without the bookkeeping of when they were written. */
export async function contentOf(client: ClickHouseClient): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of tableCatalogue.filter(({ projection }) => projection !== null)) {
    const isThere = table.marksRemoved === true ? 'WHERE NOT is_removed' : '';
    const answer = await client.query({ query: `SELECT * FROM ${table.name} FINAL ${isThere}`, format: 'JSONEachRow' });
    const rows = await answer.json<object>();
    content[table.name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return content;
}
