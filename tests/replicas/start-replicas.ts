import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '@tapwise/adapters';
import { beginTemporal } from '../../infra/operations/start/begin-temporal.ts';
import { bundleFolder } from '../../infra/operations/start/bundle/bundle-parts.ts';
import { freePort } from '../../infra/operations/start/free-port.ts';
import {
  engineEnvironment,
  type ProgramOptions,
  paymentsEnvironment,
  programPart,
  type Setup,
  sharedAddresses,
  simulatorEnvironment,
} from '../../infra/operations/start/parts.ts';
import { acceptsSignIns, answersOk } from '../../infra/operations/start/probes.ts';
import type { ProgramName } from '../../infra/operations/start/programs.ts';
import { type RunningPart, supervise } from '../../infra/operations/start/supervisor.ts';
import { startTemporal, type TemporalPart } from '../../infra/operations/start/temporal-part.ts';
import type { RandomDraws } from '../predictions/random-draws.ts';
import { type Balancer, startBalancer } from './balancer.ts';

const root = join(import.meta.dirname, '..', '..');

export const replicatedParts = ['api', 'sdk-ingest', 'projections', 'workflows'] as const;
export type ReplicatedPart = (typeof replicatedParts)[number];

/** One of the two processes of a part, such as `api-2`. */
export type Replica = `${ReplicatedPart}-${1 | 2}`;
export const replicas: readonly Replica[] = replicatedParts.flatMap((part) => [
  `${part}-1` as const,
  `${part}-2` as const,
]);
export const partOf = (replica: Replica): ReplicatedPart => replica.slice(0, -2) as ReplicatedPart;

/** The demo with two processes of each part over one log, one set of tables and one Temporal, behind two balancers. */
export interface ReplicatedProduct {
  readonly url: string;
  readonly ingestUrl: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  readonly logUrl: string;
  readonly tablesUrl: string;
  /** Lets users of the past be imported. */
  readonly importSecret: string;
  readonly balancers: { readonly api: Balancer; readonly ingest: Balancer };
  /** Process id, as its pid file says now. */
  pid(replica: string): number;
  /** Whether each process that runs now has answered. */
  allAnswer(): boolean;
  /** SIGTERM in the order of the product's own end. The data and what the processes printed stay unless `remove` is set. */
  stop(options?: { remove: boolean }): Promise<void>;
}

export interface ReplicaOptions {
  readonly draws: RandomDraws;
  readonly say: (line: string) => void;
  /** Variables of all parts and of the simulator. */
  readonly variables: Readonly<Record<string, string>>;
  /** Where customers' servers may be, besides the simulator's: `host:port`. */
  readonly target: string;
  /** Folder of the bundled programs, where they are bundled already. */
  readonly bundle?: string | undefined;
  /** Addresses by which parts reach the engines, given those where these are. Absent: the same. */
  readonly reachBy?: (addresses: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>>>;
}

/** Starts everything and waits until each process answers. */
export async function startReplicas(options: ReplicaOptions): Promise<ReplicatedProduct> {
  const { draws, say, variables } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'tapwise-replicas-'));
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  const ports = { api: [await freePort(), await freePort()], ingest: [await freePort(), await freePort()] };
  const balancers = { api: await startBalancer(ports.api, draws), ingest: await startBalancer(ports.ingest, draws) };
  const setup = await prepareSetup(options, dataDir, balancers);
  const running = new Map<string, RunningPart | TemporalPart>([
    ['temporal', startTemporal(setup, beginTemporal(say), say)],
  ]);
  const start = async (name: string, program: ProgramName, settings: ProgramOptions): Promise<void> => {
    const environment = { ...settings.environment, ...variables };
    const part = supervise({ ...programPart(setup, program, { ...settings, environment }), name }, dataDir);
    running.set(name, part);
    await part.ready;
  };
  const product: ReplicatedProduct = {
    url: `http://127.0.0.1:${balancers.api.port}`,
    ingestUrl: `http://127.0.0.1:${balancers.ingest.port}`,
    simulatorUrl: `http://127.0.0.1:${setup.ports.simulator}`,
    dataDir,
    logUrl: sharedAddresses(setup).EVENTSTORE_URL ?? '',
    tablesUrl: sharedAddresses(setup).CLICKHOUSE_URL ?? '',
    importSecret: setup.importSecret ?? '',
    balancers,
    pid: (replica) => Number(readFileSync(join(dataDir, 'run', `${replica}.pid`), 'utf8')),
    allAnswer: () => [...running.values()].every((part) => part.state().status === 'ok'),
    stop: async ({ remove } = { remove: true }) => {
      await stopAll(running);
      await Promise.all([balancers.api.stop(), balancers.ingest.stop()]);
      if (remove) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await startEngines(setup, start);
    await startPairs(setup, options, { ports, start });
  } catch (error) {
    await product.stop();
    throw error;
  }
  return product;
}

type Start = (name: string, program: ProgramName, settings: ProgramOptions) => Promise<void>;

async function prepareSetup(
  { variables, say, bundle }: ReplicaOptions,
  dataDir: string,
  balancers: ReplicatedProduct['balancers'],
): Promise<Setup> {
  const ports = {
    web: balancers.api.port,
    ingest: balancers.ingest.port,
    eventstore: await freePort(),
    clickhouse: await freePort(),
    projections: await freePort(),
    simulator: await freePort(),
    payments: await freePort(),
    temporal: await freePort(),
  };
  return {
    root,
    dataDir,
    bundle: bundle ?? (await bundleFolder(root, say)),
    environment: readEnvironment({ DEMO: 'on', DATA_DIR: dataDir, SQL_PORT: 'off', LOG_LEVEL: 'info', ...variables }),
    ports,
    importSecret: 'replicas-import-secret',
  };
}

async function startEngines(setup: Setup, start: Start): Promise<void> {
  const { ports } = setup;
  const engine = (name: 'eventstore' | 'clickhouse', path?: string): Promise<void> =>
    start(name, name, { environment: engineEnvironment(setup, name), port: ports[name], path });
  await Promise.all([
    engine('eventstore'),
    engine('clickhouse', '/ping'),
    start('simulator', 'simulator', { environment: simulatorEnvironment(setup), port: ports.simulator }),
    start('payments', 'payments', { environment: paymentsEnvironment(setup), port: ports.payments }),
  ]);
}

async function startPairs(
  setup: Setup,
  { target, reachBy }: ReplicaOptions,
  { ports, start }: { ports: { api: number[]; ingest: number[] }; start: Start },
): Promise<void> {
  const addresses = sharedAddresses(setup);
  const shared = {
    ...addresses,
    ...(await reachBy?.(addresses)),
    PUBLIC_URL: `http://127.0.0.1:${setup.ports.web}`,
    PUBLIC_INGEST_URL: `http://127.0.0.1:${setup.ports.ingest}`,
    OUTBOUND_TEST_TARGETS: `127.0.0.1:${setup.ports.simulator},${target}`,
    IMPORT_SECRET: setup.importSecret ?? '',
    WORKER_GRACE_SECONDS: '3',
  };
  const pair = (index: 0 | 1): Promise<void>[] => {
    const number = index + 1;
    const api = ports.api[index] ?? 0;
    const ingest = ports.ingest[index] ?? 0;
    return [
      start(`projections-${number}`, 'projections', { environment: shared }),
      start(`workflows-${number}`, 'workflows', { environment: shared }),
      start(`sdk-ingest-${number}`, 'sdk-ingest', {
        environment: { ...shared, INGEST_PORT: String(ingest) },
        isResponding: () => answersOk(`http://127.0.0.1:${ingest}/readyz`),
      }),
      start(`api-${number}`, 'api', {
        environment: { ...shared, PORT: String(api) },
        isResponding: () => acceptsSignIns(`http://127.0.0.1:${api}`, true),
      }),
    ];
  };
  await Promise.all([...pair(0), ...pair(1)]);
}

/** What takes calls ends first, engines last. */
async function stopAll(running: ReadonlyMap<string, RunningPart | TemporalPart>): Promise<void> {
  const stages = [
    /^(?:api|sdk-ingest)-/,
    /^workflows-/,
    /^(?:projections-|simulator|payments|temporal)/,
    /^(?:clickhouse|eventstore)/,
  ];
  for (const stage of stages) {
    const parts = [...running].filter(([name]) => stage.test(name));
    await Promise.all(parts.map(([, part]) => part.stop(4000)));
  }
}
