import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { clusterSettings, noteCluster, readTablesAddress } from './cluster.ts';

export type { ClickHouseClient } from '@clickhouse/client';

/**
 * Opens the tables.
 * @param address `http://user:password@host:8123/database`, with `?cluster=<name>` where a cluster replicates them.
 * @param options `lowPriority`: statements wait for those of others; `timeoutMs`: of each, half a minute when absent.
 */
export function openClickHouse(
  address: string,
  options: { lowPriority?: boolean; timeoutMs?: number } = {},
): ClickHouseClient {
  const { url, cluster } = readTablesAddress(address);
  const client = createClient({
    url,
    clickhouse_settings: {
      priority: options.lowPriority === true ? '2' : '1',
      ...(cluster === undefined ? {} : clusterSettings),
    },
    application: 'tapwise',
    request_timeout: options.timeoutMs ?? 30_000,
    max_open_connections: 16,
    // In a process that was busy for seconds timers come late, and a socket may be one the engine has closed.
    keep_alive: { enabled: true, eagerly_destroy_stale_sockets: true },
    compression: { request: false, response: false },
    // Look-ups by many keys do not fit into an address.
    use_multipart_params_auto: true,
    // Callers log what they cannot handle; the client would print every refused statement itself.
    log: { level: ClickHouseLogLevel.OFF },
  });
  if (cluster !== undefined) noteCluster(client, cluster);
  return client;
}
