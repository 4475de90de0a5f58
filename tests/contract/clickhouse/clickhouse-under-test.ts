import { randomUUID } from 'node:crypto';
import { type ClickHouseClient, type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client';
import { type StartedClickHouseNode, startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { type Exchange, type ExchangeOptions, exchange } from './http-exchange.ts';

/** A real server is asked instead of the embedded node when the environment names one. */
const REAL_URL = process.env.CLICKHOUSE_URL;

/** True when the suite runs against a real server. */
export const againstRealServer = REAL_URL !== undefined && REAL_URL !== '';

/** The server a spec file talks to, with a database of its own. */
export interface ClickHouseUnderTest {
  readonly url: string;
  readonly database: string;
  /** Set when the embedded node is under test. */
  readonly node?: StartedClickHouseNode;
  client(options?: ClickHouseClientConfigOptions): ClickHouseClient;
  /** One HTTP exchange as it is on the wire. */
  ask(options: ExchangeOptions): Promise<Exchange>;
  /** Posts a statement and returns the text of its answer. Throws the text of an error. */
  sql(statement: string, params?: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

/** Starts the node, or takes the real server, and makes a fresh database. */
export async function openClickHouse(env: Readonly<Record<string, string>> = {}): Promise<ClickHouseUnderTest> {
  const node = againstRealServer ? undefined : await startClickHouseNode({ env });
  const url = node?.url ?? REAL_URL ?? '';
  const database = `contract_${randomUUID().replaceAll('-', '')}`;
  const clients: ClickHouseClient[] = [];
  const ask = (options: ExchangeOptions): Promise<Exchange> =>
    exchange(url, { ...options, params: { database, ...options.params } });
  const sql = async (statement: string, params: Readonly<Record<string, string>> = {}): Promise<string> => {
    const response = await ask({ method: 'POST', params, body: statement });
    if (response.status !== 200) throw new Error(response.text);
    return response.text;
  };
  const created = await exchange(url, { method: 'POST', body: `CREATE DATABASE ${database}` });
  if (created.status !== 200) throw new Error(created.text);
  return {
    url,
    database,
    ...(node === undefined ? {} : { node }),
    client: (options = {}) => {
      const client = createClient({ url, database, log: { level: 127 }, ...options });
      clients.push(client);
      return client;
    },
    ask,
    sql,
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await exchange(url, { method: 'POST', body: `DROP DATABASE IF EXISTS ${database}` });
      await node?.stop();
    },
  };
}
