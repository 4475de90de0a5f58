import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnvironment } from '@tapwise/infra';
import { buildWeb } from './start/build-web.ts';
import { endOrphans } from './start/orphans.ts';
import { type House, programPart, programs, sharedAddresses } from './start/parts.ts';
import { demandFree, freePort } from './start/probes.ts';
import { keepStatusFile, type PartState } from './start/status-file.ts';
import { type RunningPart, supervise } from './start/supervisor.ts';
import { startTemporal, type TemporalPart } from './start/temporal-part.ts';

/** Parts are ended in this order: doors first, engines last. */
const stopOrder = [
  'api',
  'sdk-ingest',
  'workflows',
  'projections',
  'simulator',
  'temporal',
  'clickhouse',
  'eventstore',
];

const began = Date.now();
const say = (line: string) => console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}`);

async function prepare(): Promise<House> {
  const environment = readEnvironment();
  const root = resolve('.');
  const dataDir = resolve(environment.DATA_DIR);
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  await endOrphans(dataDir, [...Object.values(programs), 'start-dev']);
  await demandFree(environment.PORT, environment.HOST, 'PORT');
  await demandFree(environment.INGEST_PORT, environment.HOST, 'INGEST_PORT');
  const ports = {
    web: environment.PORT || (await freePort()),
    ingest: environment.INGEST_PORT || (await freePort()),
    eventstore: await freePort(),
    clickhouse: await freePort(),
    simulator: await freePort(),
    temporal: await freePort(),
  };
  return { root, dataDir, environment, ports };
}

async function startHouse(house: House): Promise<void> {
  const { environment, ports, dataDir } = house;
  const running = new Map<string, RunningPart>();
  let temporal: TemporalPart | undefined;
  const stopStatus = keepStatusFile(dataDir, () => {
    const states: Record<string, PartState> = {};
    for (const part of running.values()) states[part.name] = part.state();
    if (temporal) states.temporal = temporal.state();
    return states;
  });
  stopOnSignal(running, () => temporal, stopStatus);

  const start = (name: keyof typeof programs, own: Parameters<typeof programPart>[2]): Promise<void> => {
    const part = supervise(programPart(house, name, own), dataDir);
    running.set(name, part);
    return part.ready.then(() => say(`${name} answers`));
  };
  const engine = (name: 'eventstore' | 'clickhouse', path?: string) =>
    start(name, {
      environment: {
        PORT: String(ports[name]),
        HOST: '127.0.0.1',
        DATA_DIR: join(dataDir, name),
        UV_THREADPOOL_SIZE: '16',
      },
      port: ports[name],
      ...(path === undefined ? {} : { path }),
    });

  temporal = startTemporal(house, say);
  const web = buildWeb(house.root).then((how) => say(how === 'built' ? 'dashboard built' : 'dashboard is current'));
  await Promise.all([
    environment.EVENTSTORE_URL === undefined ? engine('eventstore') : undefined,
    environment.CLICKHOUSE_URL === undefined ? engine('clickhouse', '/ping') : undefined,
    environment.DEMO === 'on'
      ? start('simulator', { environment: simulatorEnvironment(house), port: ports.simulator })
      : undefined,
  ]);
  const shared = sharedAddresses(house);
  await Promise.all([
    web,
    start('projections', { environment: shared }),
    start('sdk-ingest', { environment: shared, port: ports.ingest, path: '/healthz' }),
    start('workflows', { environment: shared }),
    start('api', { environment: shared, port: ports.web, path: '/healthz' }),
  ]);
  if (environment.DEMO === 'on') say(`simulator is at http://127.0.0.1:${ports.simulator}`);
  say(`SDK and store doors are at http://${environment.HOST}:${ports.ingest}`);
  say(`Tapwise is at http://${environment.HOST}:${ports.web}`);
}

function simulatorEnvironment(house: House): Record<string, string> {
  return {
    PORT: String(house.ports.simulator),
    HOST: '127.0.0.1',
    DATA_DIR: join(house.dataDir, 'simulator'),
    SIMULATOR_PRODUCT_API_URL: `http://127.0.0.1:${house.ports.web}`,
    SIMULATOR_PRODUCT_INGEST_URL: `http://127.0.0.1:${house.ports.ingest}`,
  };
}

function stopOnSignal(
  running: Map<string, RunningPart>,
  temporal: () => TemporalPart | undefined,
  stopStatus: () => void,
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say('stopping');
    stopStatus();
    for (const name of stopOrder) {
      if (name === 'temporal') await temporal()?.stop(1500);
      else await running.get(name)?.stop(name === 'eventstore' || name === 'clickhouse' ? 2000 : 1000);
    }
    say('stopped');
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

try {
  await startHouse(await prepare());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
