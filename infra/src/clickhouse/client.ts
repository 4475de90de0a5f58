import { type ClickHouseClient, createClient } from '@clickhouse/client';

export type { ClickHouseClient } from '@clickhouse/client';

/**
 * Opens the tables.
 * @param url `http://user:password@host:8123/database`.
 */
export function openClickHouse(url: string): ClickHouseClient {
  return createClient({
    url,
    application: 'tapwise',
    request_timeout: 30_000,
    max_open_connections: 16,
    keep_alive: { enabled: true },
    compression: { request: false, response: false },
  });
}
