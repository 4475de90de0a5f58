import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';

export type { ClickHouseClient } from '@clickhouse/client';

/**
 * Opens the tables.
 * @param url `http://user:password@host:8123/database`.
 * @param options `standsBack`: statements wait for those of others.
 */
export function openClickHouse(url: string, options: { standsBack?: boolean } = {}): ClickHouseClient {
  return createClient({
    url,
    clickhouse_settings: { priority: options.standsBack === true ? '2' : '1' },
    application: 'tapwise',
    request_timeout: 30_000,
    max_open_connections: 16,
    keep_alive: { enabled: true },
    compression: { request: false, response: false },
    // Look-ups by many keys do not fit into an address.
    use_multipart_params_auto: true,
    // Callers log what they cannot handle; the client would print every refused statement itself.
    log: { level: ClickHouseLogLevel.OFF },
  });
}
