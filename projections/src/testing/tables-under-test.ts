import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClickHouseClient,
  createLogger,
  openClickHouse,
  type RecordedEvent,
  readEnvironment,
} from '@tapwise/adapters';
import { startClickHouseNode } from '../../../tests/support/clickhouse-node.ts';
import { projections } from '../projection-list.ts';
import { tableCatalogue } from '../tables/table-catalogue.ts';
import type { ParkedStreams } from '../writing/runner/parked-streams.ts';
import { prepareTables } from '../writing/runner/prepare-tables.ts';
import { writeRun } from '../writing/runner/write-run.ts';

/** An engine of its own with any number of empty databases. */
export interface TablesUnderTest {
  readonly url: string;
  /** A fresh database with all tables. */
  emptyTables(): Promise<ClickHouseClient>;
  stop(): Promise<void>;
}

export async function startTables(): Promise<TablesUnderTest> {
  const real = readEnvironment().CLICKHOUSE_URL;
  const directory = mkdtempSync(join(tmpdir(), 'tables-under-test-'));
  const node = real === undefined ? await startClickHouseNode({ dataDirectory: directory }) : undefined;
  const url = real ?? node?.url ?? '';
  const clients: ClickHouseClient[] = [];
  return {
    url,
    async emptyTables() {
      const address = new URL(url);
      address.pathname = `/t_${randomBytes(6).toString('hex')}`;
      await prepareTables(address.toString());
      const client = openClickHouse(address.toString());
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      // An orderly end of the engine merges and cleans up what will not be read.
      if (node?.process.kill('SIGKILL')) await once(node.process, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
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
    const answer = await client.query({ query: `SELECT * FROM ${table.name} FINAL`, format: 'JSONEachRow' });
    const rows = await answer.json<object>();
    content[table.name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return content;
}
