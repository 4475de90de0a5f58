import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnvironment } from '@tapwise/adapters';
import { buildWeb } from './build-web.ts';
import { type Household, openHousehold } from './household.ts';
import { endOrphans } from './orphans.ts';
import { type House, programs, sharedAddresses } from './parts.ts';
import { answersOk, demandFree, freePort, letsPeopleIn } from './probes.ts';

const began = Date.now();
const say = (line: string) => console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}`);

async function prepare(): Promise<House> {
  const environment = readEnvironment();
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
  return { root: resolve('.'), dataDir, environment, ports };
}

/** Engines first, then what uses them; the dashboard is built meanwhile. */
async function startParts(house: House, household: Household): Promise<void> {
  const { environment, ports } = house;
  const web = buildWeb(house.root).then((how) => say(how === 'built' ? 'dashboard built' : 'dashboard is current'));
  const engine = (name: 'eventstore' | 'clickhouse', path?: string) =>
    household.start(name, { environment: engineEnvironment(house, name), port: ports[name], path });
  await Promise.all([
    environment.EVENTSTORE_URL === undefined ? engine('eventstore') : undefined,
    environment.CLICKHOUSE_URL === undefined ? engine('clickhouse', '/ping') : undefined,
    environment.DEMO === 'on'
      ? household.start('simulator', { environment: simulatorEnvironment(house), port: ports.simulator })
      : undefined,
  ]);
  const shared = sharedAddresses(house);
  // Doors that listen everywhere are reached on loopback.
  const host = ['0.0.0.0', '::'].includes(environment.HOST) ? '127.0.0.1' : environment.HOST;
  const door = (port: number) => `http://${host}:${port}`;
  await Promise.all([
    web,
    household.start('projections', { environment: shared }),
    household.start('sdk-ingest', { environment: shared, answers: () => answersOk(`${door(ports.ingest)}/readyz`) }),
    household.start('workflows', { environment: shared }),
    household.start('api', {
      environment: shared,
      answers: () => letsPeopleIn(door(ports.web), environment.DEMO === 'on'),
    }),
  ]);
  if (environment.DEMO === 'on') say(`simulator is at http://127.0.0.1:${ports.simulator}`);
  say(`SDK and store doors are at http://${environment.HOST}:${ports.ingest}`);
  say(`Tapwise is at http://${environment.HOST}:${ports.web}`);
}

function engineEnvironment(house: House, name: 'eventstore' | 'clickhouse'): Record<string, string> {
  const PORT = String(house.ports[name]);
  return { PORT, HOST: '127.0.0.1', DATA_DIR: join(house.dataDir, name), UV_THREADPOOL_SIZE: '16' };
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

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const house = await prepare();
  const household = openHousehold(house, say);
  const leave = (): void => void household.stop().then(() => process.exit());
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
  await startParts(house, household).catch((error: unknown) => {
    fail(error);
    leave();
  });
}

await main().catch((error: unknown) => {
  fail(error);
  process.exit();
});
