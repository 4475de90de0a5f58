import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NewerLogError, openEventLog, publicUrl, readEnvironment, refuseNewerLog, salesUrl } from '@tapwise/adapters';
import { folderFinding } from '../doctor/folder-finding.ts';
import { keyFindings } from '../doctor/key-findings.ts';
import { type AllParts, openParts } from './all-parts.ts';
import type { ObtainedTemporal } from './begin-temporal.ts';
import { freePort } from './free-port.ts';
import { endOrphans } from './orphans.ts';
import { buildWeb } from './pages/build-web.ts';
import { installedSite } from './pages/write-site.ts';
import {
  engineEnvironment,
  hasOwnPayments,
  paymentsEnvironment,
  type Setup,
  sharedAddresses,
  simulatorEnvironment,
} from './parts.ts';
import { acceptsSignIns, answersOk, requireFree } from './probes.ts';
import { runsOurProgram } from './programs.ts';

/** How the product is started. */
export interface StartOptions {
  /** The checkout. */
  readonly root: string;
  /** Folder of the bundled programs; undefined when they run from their sources. */
  readonly bundle: string | undefined;
  /** Temporal's server, which may take minutes to be built. */
  readonly temporal: ObtainedTemporal;
  /** Prints a line of progress. */
  readonly say: (line: string) => void;
}

/** Starts all parts and keeps them running until this process gets SIGINT or SIGTERM. */
export async function startProduct(options: StartOptions): Promise<void> {
  try {
    const setup = await prepare(options);
    const parts = openParts(setup, options.temporal, options.say);
    const leave = (): void => void parts.stop().then(() => process.exit());
    process.on('SIGINT', leave);
    process.on('SIGTERM', leave);
    await startParts(setup, parts, options.say).catch((error: unknown) => {
      fail(error);
      leave();
    });
  } catch (error) {
    fail(error);
    process.exit();
  }
}

async function prepare({ root, bundle }: StartOptions): Promise<Setup> {
  const environment = readEnvironment(undefined, { DEMO: 'on' });
  const dataDir = resolve(environment.DATA_DIR);
  const broken = [folderFinding(dataDir), ...keyFindings({ ...environment, DATA_DIR: dataDir })].find(({ ok }) => !ok);
  if (broken !== undefined) throw new Error(`DATA_DIR: ${broken.what}. ${broken.fix}.`);
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  await endOrphans(dataDir, (command) => runsOurProgram(command) || command.includes('start-dev'));
  await requireFree(environment.PORT, environment.HOST, 'PORT');
  await requireFree(environment.INGEST_PORT, environment.HOST, 'INGEST_PORT');
  const ports = {
    web: environment.PORT || (await freePort()),
    ingest: environment.INGEST_PORT || (await freePort()),
    eventstore: await freePort(),
    clickhouse: await freePort(),
    projections: await freePort(),
    simulator: await freePort(),
    payments: await freePort(),
    temporal: await freePort(),
  };
  // The demo's users of the past come through the same call as anybody's; its secret is of this start alone.
  const importSecret =
    environment.IMPORT_SECRET ?? (environment.DEMO === 'on' ? randomBytes(24).toString('base64url') : undefined);
  return { root, dataDir, bundle, environment, ports, importSecret };
}

/**
 * Engines first, then what uses them. The dashboard is built before anything else wants processor time: the simulator's users of
 * the past would take half of it.
 */
async function startParts(setup: Setup, parts: AllParts, say: (line: string) => void): Promise<void> {
  const { environment, ports } = setup;
  const addresses = { publicUrl: publicUrl({ ...environment, PORT: ports.web }), contact: salesUrl(environment) };
  const web = buildWeb(setup.root, addresses, installedSite(setup.dataDir)).then((how) =>
    say(how === 'built' ? 'dashboard built' : 'dashboard is current'),
  );
  const engine = (name: 'eventstore' | 'clickhouse', path?: string) =>
    parts.start(name, { environment: engineEnvironment(setup, name), port: ports[name], path });
  await Promise.all([
    environment.EVENTSTORE_URL === undefined ? engine('eventstore') : undefined,
    environment.CLICKHOUSE_URL === undefined ? engine('clickhouse', '/ping') : undefined,
    web.then(() =>
      environment.DEMO === 'on'
        ? parts.start('simulator', { environment: simulatorEnvironment(setup), port: ports.simulator })
        : undefined,
    ),
    hasOwnPayments(environment)
      ? parts.start('payments', { environment: paymentsEnvironment(setup), port: ports.payments })
      : undefined,
  ]);
  const shared = sharedAddresses(setup);
  await refuseNewer(shared);
  // What listens everywhere is reached on loopback.
  const host = ['0.0.0.0', '::'].includes(environment.HOST) ? '127.0.0.1' : environment.HOST;
  const endpoint = (port: number) => `http://${host}:${port}`;
  await Promise.all([
    parts.start('projections', { environment: shared }),
    parts.start('sdk-ingest', {
      environment: { ...shared, ...(setup.importSecret === undefined ? {} : { IMPORT_SECRET: setup.importSecret }) },
      isResponding: () => answersOk(`${endpoint(ports.ingest)}/readyz`),
    }),
    // Within the time this command has to end; a worker of its own has longer.
    parts.start('workflows', { environment: { ...shared, WORKER_GRACE_SECONDS: '3' } }),
    parts.start('api', {
      environment: shared,
      isResponding: () => acceptsSignIns(endpoint(ports.web), environment.DEMO === 'on'),
    }),
  ]);
  if (environment.DEMO === 'on') say(`simulator is at http://127.0.0.1:${ports.simulator}`);
  if (environment.DEMO === 'on')
    say(`what Slack and the customer's server got is at http://127.0.0.1:${ports.simulator}/slack and /customer`);
  if (environment.DEMO === 'on' && environment.SMTP_URL === undefined)
    say(`mails are not sent; they are at http://${environment.HOST}:${ports.web}/outbox`);
  say(`SDK and store endpoints are at http://${environment.HOST}:${ports.ingest}`);
  say(`Tapwise is at http://${environment.HOST}:${ports.web}`);
}

/** Says so once, instead of starting parts that refuse it one by one. Where the log is away, they wait for it. */
async function refuseNewer({ EVENTSTORE_URL = '' }: Readonly<Record<string, string>>): Promise<void> {
  const log = openEventLog(EVENTSTORE_URL);
  try {
    await refuseNewerLog(log);
  } catch (error) {
    if (error instanceof NewerLogError) throw error;
  } finally {
    void log.close();
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
