import type { ClickHouseClient } from './client.ts';

/**
 * Inserts rows at once.
 * @param token Names this insert: the same token writes nothing a second time.
 */
export async function insertRows(
  client: ClickHouseClient,
  insert: { table: string; rows: readonly object[]; token: string },
): Promise<void> {
  if (insert.rows.length === 0) return;
  await client.insert({
    table: insert.table,
    values: [...insert.rows],
    format: 'JSONEachRow',
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: insert.token,
      date_time_input_format: 'best_effort',
    },
  });
}
