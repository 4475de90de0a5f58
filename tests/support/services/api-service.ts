import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AdAccountReader,
  createLogger,
  createOutboundClient,
  createStoredCampaigns,
  createStoreReportsClient,
  type EventLog,
  followAdsConnections,
  type KeyVault,
  type Logger,
  openClickHouse,
  openEventLog,
  openFileFolder,
  openKeyVault,
  type PaymentProvider,
  servePastTables,
} from '@tapwise/adapters';
import {
  type ApiDependencies,
  type ApiSettings,
  buildApp,
  pastTablesFrom,
  seedDemo,
  startDirectory,
} from '@tapwise/api';
import { createPastTablesMaker, prepareTables, projections } from '@tapwise/projections';
import { startFollowing } from '../../../projections/src/testing/followed-tables.ts';
import { startClickHouseNode } from '../engines/clickhouse-node.ts';
import { startEventStore } from '../engines/eventstore-node.ts';
import { sharedEngine } from '../engines/shared-engine.ts';
import { bundledProgram } from '../programs/program-arguments.ts';

/** What a call was answered. */
export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown> & { error_message?: string; code?: string };
  readonly headers: Record<string, unknown>;
  readonly position: bigint | undefined;
}

export interface Call {
  query?: Record<string, string | number | string[]>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  from?: string;
}

/** The API over a real log, and real tables when they are asked for. */
export interface ApiService {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly deps: ApiDependencies;
  readonly log: EventLog;
  /** Of its log and its tables, as programs of the product take them. */
  readonly addresses: { readonly EVENTSTORE_URL: string; readonly CLICKHOUSE_URL: string };
  /** Milliseconds; runs with the real time until a test stops it. */
  readonly clock: { stoppedAt?: number };
  /** Resolves when its tables hold what the log holds up to the position. */
  tablesReached(position: bigint): Promise<void>;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call?: Call): Promise<Answered>;
  /** Signs a new person up. @returns the token. */
  signUp(name?: string): Promise<{ token: string; accountId: number; email: string; password: string }>;
  /** Starts to listen, for sockets. @returns the address. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

let people = 0;

export interface ApiServiceOptions {
  tables?: boolean;
  /** The tables are in an engine that nothing else uses, as specs want it that look at all databases or users of an engine. */
  ownEngine?: boolean;
  /** Tables of past instants can be made. */
  past?: boolean;
  demo?: boolean;
  settings?: Partial<ApiSettings>;
  storeUrl?: string;
  /** Addresses that customers may name although they are not public: `host:port`. */
  outboundTargets?: readonly string[];
  tablesUrl?: string;
  logger?: Logger;
  payments?: PaymentProvider;
  /** Where a worker reads the same secrets. */
  vault?: KeyVault;
  /** Which interface of Apple Ads is spoken, v5 if absent, and what keys and accounts are tried with. */
  appleAds?: { version: 'v1' | 'v5'; adAccounts?: AdAccountReader };
  /** Makes reports of many rows elsewhere, from the tables at that address. */
  bigReports?: (tablesUrl: string) => ApiDependencies['bigReports'];
}

const appleAdsOf = (
  log: EventLog,
  signal: AbortSignal,
  { appleAds }: ApiServiceOptions,
): ApiDependencies['appleAds'] => ({
  version: appleAds?.version ?? 'v5',
  connections: followAdsConnections(log, { signal }),
  adAccounts: appleAds?.adAccounts,
  storedCampaigns: createStoredCampaigns(log),
});

export async function startApi(options: ApiServiceOptions = {}): Promise<ApiService> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-api-'));
  const eventStore = await startEventStore();
  const engine = options.tables ? await openEngine(options, join(folder, 'tables')) : undefined;
  // Nothing listens on port 1, so without tables every report finds them away.
  const tablesUrl = engine?.tablesUrl ?? `${options.tablesUrl ?? 'http://127.0.0.1:1'}/tapwise`;
  const log = openEventLog(eventStore.url);
  const logger = options.logger ?? createLogger('test', 'silent');
  const addresses = { EVENTSTORE_URL: eventStore.url, CLICKHOUSE_URL: tablesUrl };
  const stopping = new AbortController();
  const past = options.past ? makePastTables(log, addresses, stopping.signal) : undefined;
  const clock: { stoppedAt?: number } = {};
  const targets = new Set(options.outboundTargets ?? []);
  const tables = openClickHouse(tablesUrl);
  const deps: ApiDependencies = {
    log,
    tables,
    ...(past === undefined ? {} : { pastTables: pastTablesFrom(log, { tables, url: tablesUrl }) }),
    directory: startDirectory(log, logger, stopping.signal),
    vault: options.vault ?? openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7)),
    appleAds: appleAdsOf(log, stopping.signal, options),
    // While the store is unavailable every key is accepted unverified.
    storeReports: createStoreReportsClient({ url: options.storeUrl ?? 'http://127.0.0.1:1' }),
    outbound: { client: createOutboundClient({ targets }), targets },
    ...(options.payments === undefined ? {} : { payments: options.payments }),
    ...(options.bigReports === undefined ? {} : { bigReports: options.bigReports(tablesUrl) }),
    logger,
    settings: {
      demo: options.demo ?? false,
      ...(engine === undefined ? {} : { sql: { engineUrl: tablesUrl, tables: databaseOf(tablesUrl), seconds: 10 } }),
      ...options.settings,
    },
    now: () => new Date(clock.stoppedAt ?? Date.now()),
  };
  const following = engine && startFollowing({ log, projections, client: tables, logger, signal: stopping.signal });
  await deps.directory.caughtUp;
  if (options.demo) await seedDemo(deps);
  const app = await buildApp(deps);
  await app.ready();
  const call = callsOf(app);
  return {
    app,
    deps,
    log,
    addresses,
    clock,
    tablesReached: async (position) => {
      if (following === undefined) throw new Error('This service has no tables');
      await following.reached(position);
    },
    call,
    signUp: (name = 'Ada') => signUp(call, name),
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    stop: async () => {
      await app.close();
      stopping.abort();
      // Leases are given back while there is a log.
      await Promise.all([following?.ended, past]);
      // All at once: a client may wait for a stream that only ends with the other side.
      await Promise.all([log.close(), deps.tables.close(), eventStore.stop()]);
      await engine?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface TablesEngine {
  /** With the database. */
  readonly tablesUrl: string;
  stop(): Promise<void>;
}

/** An engine with all tables; the start of one and its migrations take seconds. */
async function openEngine(options: { ownEngine?: boolean }, dataDirectory: string): Promise<TablesEngine> {
  if (options.ownEngine) {
    const node = await startClickHouseNode({ dataDirectory });
    const tablesUrl = `${node.url}/tapwise`;
    await prepareTables(tablesUrl);
    return {
      tablesUrl,
      stop: async () => {
        // Nothing of the tables is kept, so their node need not end in order.
        node.process.kill('SIGKILL');
        await node.stop();
      },
    };
  }
  const engine = await sharedEngine();
  const database = await engine.emptyDatabase();
  return { tablesUrl: `${engine.url}/${database}`, stop: async () => engine.release(database) };
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** Calls of a service that does not listen. */
export const callsOf =
  (app: ApiService['app']): ApiService['call'] =>
  async (method, path, options = {}) => {
    const response = await app.inject({
      method,
      url: path,
      ...(options.query ? { query: stringValues(options.query) } : {}),
      ...(options.body === undefined ? {} : { payload: options.body as object }),
      ...(options.from ? { remoteAddress: options.from } : {}),
      headers: { ...(options.token ? { authorization: `Bearer ${options.token}` } : {}), ...options.headers },
    });
    const position = response.headers['x-log-position'];
    return {
      status: response.statusCode,
      body: response.headers['content-type']?.toString().includes('json') ? response.json() : {},
      headers: response.headers,
      position: typeof position === 'string' ? BigInt(position) : undefined,
    };
  };

/** Each new person from an address of its own, as people are. */
async function signUp(call: ApiService['call'], name: string): ReturnType<ApiService['signUp']> {
  people += 1;
  const email = `person${people}@example.com`;
  const password = `a long password ${people}`;
  const from = `10.0.${Math.floor(people / 250)}.${(people % 250) + 1}`;
  const { body } = await call('POST', '/api/account', { body: { name, email, password }, from });
  const { token, account } = body as { token: string; account: { user_id: number } };
  return { token, accountId: account.user_id, email, password };
}

/** As the process that writes tables serves them. */
function makePastTables(log: EventLog, addresses: ApiService['addresses'], signal: AbortSignal): Promise<void> {
  const maker = createPastTablesMaker(addresses, 1, bundledProgram('tables-as-of'));
  const onFault = (error: unknown): void => console.error(error);
  return servePastTables(log, { tables: databaseOf(addresses.CLICKHOUSE_URL), maker, onFault, signal });
}

function stringValues(query: NonNullable<Call['query']>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
}
