import {
  type ClickHouseClient,
  createLogger,
  openClickHouse,
  type RecordedEvent,
  readEnvironment,
  withDatabase,
} from '@tapwise/adapters';
import { onTestFinished, TestRunner } from 'vitest';
import { sharedEngine } from '../../../tests/support/engines/shared-engine.ts';
import { projections } from '../projection-list.ts';
import { tableCatalogue } from '../tables/table-catalogue.ts';
import type { ParkedStreams } from '../writing/runner/parked-streams.ts';
import { writeBatch } from '../writing/runner/write-batch.ts';

/** An engine with any number of empty databases. */
export interface TablesUnderTest {
  readonly url: string;
  /** An empty database with all tables: until the end of the test that asks for it, otherwise until the stop. */
  emptyTables(): Promise<ClickHouseClient>;
  stop(): Promise<void>;
}

export async function startTables(): Promise<TablesUnderTest> {
  const engine = await sharedEngine(readEnvironment().CLICKHOUSE_URL);
  const releases: (() => Promise<void>)[] = [];
  return {
    url: engine.url,
    async emptyTables() {
      const database = await engine.emptyDatabase();
      const client = openClickHouse(withDatabase(engine.url, database));
      const release = async (): Promise<void> => {
        await client.close();
        engine.release(database);
      };
      if (TestRunner.getCurrentTest() === undefined) releases.push(release);
      else onTestFinished(release);
      return client;
    },
    async stop() {
      await Promise.all(releases.map((release) => release()));
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
    await writeBatch({ log, client, logger: quiet, projections, parked }, events.slice(start, start + size));
    start += size;
  }
}

/** All rows of all tables that the log alone determines, without the bookkeeping of when they were written. */
export async function contentOf(client: ClickHouseClient): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  const filled = await filledTables(client);
  for (const table of tableCatalogue.filter(({ projection }) => projection !== null)) {
    content[table.name] = [];
    // Most tables of a test are empty, and a statement takes the engine longer than the answer is worth.
    if (!filled.has(table.name)) continue;
    const isThere = table.marksRemoved === true ? 'WHERE NOT is_removed' : '';
    const resultSet = await client.query({
      query: `SELECT * FROM ${table.name} FINAL ${isThere}`,
      format: 'JSONEachRow',
    });
    const rows = await resultSet.json<object>();
    content[table.name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return content;
}

/** Tables of the database that may have rows. */
async function filledTables(client: ClickHouseClient): Promise<ReadonlySet<string>> {
  const query = 'SELECT name FROM system.tables WHERE database = currentDatabase() AND ifNull(total_rows, 1) > 0';
  const rows = await (await client.query({ query, format: 'JSONEachRow' })).json<{ name: string }>();
  return new Set(rows.map(({ name }) => name));
}
