import { Readable } from 'node:stream';
import { inSpan } from '../observability/telemetry/telemetry.ts';
import type { ClickHouseClient } from './client.ts';
import { untilReplicated } from './cluster.ts';
import { createRowEncoder, type RowEncoder, type TableColumn } from './native/encode-rows.ts';
import { tablesSpan } from './tables-span.ts';

/** How the rows of each table are written, by table; read from the engine once. */
const encodersOf = new WeakMap<ClickHouseClient, Map<string, Promise<RowEncoder>>>();

/**
 * Inserts rows at once, as one block of the Native format: a tenth of the work of the same rows as JSON, here and in the engine.
 * @param token Names this insert: the same token writes nothing a second time.
 * @throws ColumnValueError for a value that does not fit its column; the engine's error.
 */
export async function insertRows(
  client: ClickHouseClient,
  insert: { table: string; rows: readonly object[]; token: string },
): Promise<void> {
  if (insert.rows.length === 0) return;
  const encoder = await rowEncoder(client, insert.table);
  try {
    const block = encoder.encode(insert.rows);
    const send = () =>
      untilReplicated(async () => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${insert.table} FORMAT Native`,
          values: Readable.from([block], { objectMode: false }),
          clickhouse_settings: { async_insert: 0, insert_deduplicate: 1, insert_deduplication_token: insert.token },
        });
        for await (const _rest of stream);
      });
    await inSpan(() => tablesSpan('INSERT', insert.table), send);
  } catch (error) {
    // The table may have got other columns meanwhile; the next attempt asks again.
    encodersOf.get(client)?.delete(insert.table);
    throw error;
  }
}

/** Columns of these kinds are the table's own work. */
const computed: ReadonlySet<string> = new Set(['MATERIALIZED', 'ALIAS']);

function rowEncoder(client: ClickHouseClient, table: string): Promise<RowEncoder> {
  const encoders = encodersOf.get(client) ?? new Map<string, Promise<RowEncoder>>();
  encodersOf.set(client, encoders);
  const encoder = encoders.get(table) ?? readColumns(client, table).then(createRowEncoder);
  encoders.set(table, encoder);
  encoder.catch(() => encoders.delete(table));
  return encoder;
}

async function readColumns(client: ClickHouseClient, table: string): Promise<TableColumn[]> {
  const resultSet = await client.query({ query: `DESCRIBE TABLE ${table}`, format: 'JSONEachRow' });
  const described = await resultSet.json<TableColumn & { default_type: string }>();
  return described.filter(({ default_type }) => !computed.has(default_type));
}
