import { join } from 'node:path';
import { type Environment, programFlags, pullIntervalSeconds } from '@tapwise/adapters';
import { simulatedAds } from '../addresses/simulated-ads.ts';
import { accepts, answersOk } from './probes.ts';
import { type ProgramName, programs } from './programs.ts';
import type { Part } from './supervisor.ts';

/**
 * Programs that make much garbage and keep little get limits, else the collector lets them grow to half a gigabyte. The event store
 * keeps even less: V8 counts its buffers outside the heap as growth of the heap, and without a lower bound collects all of it several
 * times a second.
 */
export const nodeFlags: Partial<Record<ProgramName, readonly string[]>> = {
  workflows: ['--max-semi-space-size=32', '--max-old-space-size=384'],
  simulator: ['--max-semi-space-size=32'],
  'sdk-ingest': ['--max-semi-space-size=64'],
  projections: ['--max-semi-space-size=32'],
  eventstore: ['--initial-old-space-size=256'],
};

/** Ports of one start. Those of embedded engines are chosen once, so that a part that died comes back where it was. */
export interface Ports {
  readonly web: number;
  readonly ingest: number;
  readonly eventstore: number;
  readonly clickhouse: number;
  readonly projections: number;
  readonly simulator: number;
  readonly payments: number;
  readonly temporal: number;
}

/** What one start is made of. */
export interface Setup {
  readonly root: string;
  readonly dataDir: string;
  /** Folder of the bundled programs; undefined when they run from their sources. */
  readonly bundle: string | undefined;
  readonly environment: Environment;
  readonly ports: Ports;
  /** What imports of users must know; undefined when there are none. */
  readonly importSecret: string | undefined;
}

/** The addresses every part gets, embedded or not: application code never asks which. */
export function sharedAddresses(setup: Setup): Record<string, string> {
  const { environment, ports, dataDir } = setup;
  const demo = environment.DEMO === 'on';
  const simulator = `http://127.0.0.1:${ports.simulator}`;
  const simulated = {
    ...simulatedAds(dataDir, ports.simulator),
    ADSERVICES_URL: `${simulator}/api/v1/`,
    APP_STORE_CONNECT_URL: simulator,
    APP_STORE_LOOKUP_URL: simulator,
    EXCHANGE_RATES_URL: `${simulator}/rates/eurofxref-hist.xml`,
    // The customer's receiver that the simulator plays.
    OUTBOUND_TEST_TARGETS: `127.0.0.1:${ports.simulator}`,
    APPLE_ROOT_CERTIFICATES: join(dataDir, 'simulator', 'root.pem'),
  };
  return {
    ...(demo ? simulated : {}),
    ...setByOperator(setup.environment, Object.keys(simulated)),
    ...(hasOwnPayments(environment) ? simulatedPayments(setup) : {}),
    DATA_DIR: dataDir,
    DEMO: environment.DEMO,
    LOG_LEVEL: environment.LOG_LEVEL,
    HOST: environment.HOST,
    PORT: String(ports.web),
    INGEST_PORT: String(ports.ingest),
    EVENTSTORE_URL: environment.EVENTSTORE_URL ?? `esdb://127.0.0.1:${ports.eventstore}?tls=false`,
    CLICKHOUSE_URL: environment.CLICKHOUSE_URL ?? `http://default:@127.0.0.1:${ports.clickhouse}/tapwise`,
    PROJECTIONS_URL: environment.PROJECTIONS_URL ?? `http://127.0.0.1:${ports.projections}`,
    SQL_PORT: String(environment.SQL_PORT),
    ...(environment.CLICKHOUSE_SQL_URL === undefined ? {} : { CLICKHOUSE_SQL_URL: environment.CLICKHOUSE_SQL_URL }),
    TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS ?? `127.0.0.1:${ports.temporal}`,
    TEMPORAL_NAMESPACE: environment.TEMPORAL_NAMESPACE,
    PULL_INTERVAL_SECONDS: String(pullIntervalSeconds(environment)),
  };
}

/** The demo buys at a simulated provider, unless a real one is set up. */
export const hasOwnPayments = ({ DEMO, PADDLE_API_KEY }: Environment): boolean =>
  DEMO === 'on' && PADDLE_API_KEY === undefined;

const paymentsKeys = {
  PADDLE_API_KEY: 'pdl_sdbx_apikey_simulated',
  PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_simulated',
} as const;

function simulatedPayments({ ports }: Setup): Record<string, string> {
  const prices = ['10K', '40K', '100K'].flatMap((size) =>
    ['MONTHLY', 'ANNUAL'].map((period) => [
      `PADDLE_PRICE_${size}_${period}`,
      `pri_01simulated${size}${period}`.toLowerCase().padEnd(30, '0'),
    ]),
  );
  return {
    ...paymentsKeys,
    PADDLE_ENVIRONMENT: 'sandbox',
    PADDLE_CLIENT_TOKEN: 'test_simulated',
    PADDLE_API_URL: `http://127.0.0.1:${ports.payments}`,
    PADDLE_SCRIPT_URL: `http://127.0.0.1:${ports.payments}/paddle/v2/paddle.js`,
    ...Object.fromEntries(prices),
  };
}

/** What an embedded engine is started with. */
export function engineEnvironment(setup: Setup, name: 'eventstore' | 'clickhouse'): Record<string, string> {
  const PORT = String(setup.ports[name]);
  return { PORT, HOST: '127.0.0.1', DATA_DIR: join(setup.dataDir, name), UV_THREADPOOL_SIZE: '16' };
}

/** What the simulated Apple services are started with. */
export function simulatorEnvironment(setup: Setup): Record<string, string> {
  return {
    PORT: String(setup.ports.simulator),
    HOST: '127.0.0.1',
    DATA_DIR: join(setup.dataDir, 'simulator'),
    SIMULATOR_PRODUCT_API_URL: `http://127.0.0.1:${setup.ports.web}`,
    SIMULATOR_PRODUCT_INGEST_URL: `http://127.0.0.1:${setup.ports.ingest}`,
    // So that a visitor sees what an alert is like when it fires and recovers.
    SIMULATOR_INCIDENT: setup.environment.rawVariables.SIMULATOR_INCIDENT ?? 'on',
    // Version 5 is served where it is spoken.
    ...(setup.environment.APPLE_ADS_API === 'v5' ? { SIMULATOR_APPLE: 'both' } : {}),
    ...(setup.importSecret === undefined ? {} : { SIMULATOR_IMPORT_SECRET: setup.importSecret }),
  };
}

/** What the simulated payment provider is started with. */
export const paymentsEnvironment = ({ ports, dataDir }: Setup): Record<string, string> => ({
  ...paymentsKeys,
  PORT: String(ports.payments),
  HOST: '127.0.0.1',
  DATA_DIR: join(dataDir, 'payments'),
  PADDLE_NOTIFY_URL: `http://127.0.0.1:${ports.ingest}/payments/notifications`,
});

/** What the operator set wins over the simulator. */
function setByOperator(environment: Environment, names: readonly string[]): Record<string, string> {
  const rawVariables = environment.rawVariables;
  return Object.fromEntries(
    names.flatMap((name) => (rawVariables[name] === undefined ? [] : [[name, rawVariables[name]]])),
  );
}

export interface ProgramOptions {
  readonly environment: Record<string, string>;
  readonly port?: number | undefined;
  readonly path?: string | undefined;
  /** Another check that the program answers, in place of port and path. */
  readonly isResponding?: () => Promise<boolean>;
}

/**
 * What runs a program: its bundle, or the loader over its sources.
 * @param bundle folder of the bundled programs; undefined when there is none.
 */
export function programArguments(root: string, bundle: string | undefined, name: ProgramName): string[] {
  const file = bundle === undefined ? `${root}/${programs[name]}` : `${bundle}/${name}.js`;
  return [...programFlags(file), file];
}

/** One program of ours as a part; `port` is probed for an HTTP answer at `path`, or for a connection when there is none. */
export function programPart(setup: Setup, name: ProgramName, options: ProgramOptions): Part {
  return {
    name,
    command: process.execPath,
    args: [...(nodeFlags[name] ?? []), ...programArguments(setup.root, setup.bundle, name)],
    environment: options.environment,
    isResponding: async () => {
      if (options.isResponding !== undefined) return options.isResponding();
      if (options.port === undefined) return true;
      return options.path === undefined
        ? accepts(options.port)
        : answersOk(`http://127.0.0.1:${options.port}${options.path}`);
    },
  };
}
