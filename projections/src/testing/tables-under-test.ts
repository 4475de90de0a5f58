import {
  type ClickHouseClient,
  createLogger,
  openClickHouse,
  type RecordedEvent,
  readEnvironment,
  withDatabase,
} from '@tapwise/adapters';
import { sharedEngine } from '../../../tests/support/engines/shared-engine.ts';
import { projections } from '../projection-list.ts';
import { tableCatalogue } from '../tables/table-catalogue.ts';
import type { ParkedStreams } from '../writing/runner/parked-streams.ts';
import { writeBatch } from '../writing/runner/write-batch.ts';

/** An engine with any number of empty databases. */
export interface TablesUnderTest {
  readonly url: string;
  /** A fresh database with all tables. */
  emptyTables(): Promise<ClickHouseClient>;
  /** Removes the databases that were handed out. */
  stop(): Promise<void>;
}

export async function startTables(): Promise<TablesUnderTest> {
  const engine = await sharedEngine(readEnvironment().CLICKHOUSE_URL);
  const opened: { client: ClickHouseClient; database: string }[] = [];
  return {
    url: engine.url,
    async emptyTables() {
      const database = await engine.emptyDatabase();
      const client = openClickHouse(withDatabase(engine.url, database));
      opened.push({ client, database });
      return client;
    },
    async stop() {
      await Promise.all(opened.map(({ client, database }) => client.close().then(() => engine.drop(database))));
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
  for (const table of tableCatalogue.filter(({ projection }) => projection !== null)) {
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
