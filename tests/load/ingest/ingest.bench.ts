import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handleCommand, openEventLog } from '@tapwise/adapters';
import { applicationDecider, applicationStream, createApplication } from '@tapwise/domain';
import { spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { asTest } from '../../support/facts/settings.ts';
import { eventually } from '../../support/product/product.ts';
import { median, printRatio } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';
import { startListening } from './listening-process.ts';
import { type FloodFigures, type MeasuredProcess, startPostLoad } from './post-load.ts';

/**
 * Durable attribution posts per second and what each costs every process, against the same route doing nothing. One run,
 * alternating, median of three. Usage: `ingest.bench.ts [seconds of one flood] [repetitions]`.
 */
const seconds = Number(process.argv[2] ?? 5);
const repetitions = Number(process.argv[3] ?? 3);
const callers = 128;
const generators = 2;
/** Posts of each kind before anything is measured: programs are compiled while they run. */
const warmPosts = 8000;
/** One application may send only so much, so there are some. */
const keys = Array.from({ length: 6 }, (_, index) => `bench-key-${index}`);

async function addApplications(eventStoreUrl: string): Promise<void> {
  const log = openEventLog(eventStoreUrl);
  for (const [index, api_key] of keys.entries()) {
    await handleCommand(log, {
      stream: applicationStream(900 + index),
      decider: applicationDecider,
      cause: 'bench',
      context: asTest,
      decide: (state) =>
        createApplication(state, {
          application_id: 900 + index,
          account_id: 1,
          team_id: 1,
          name: `Bench ${index}`,
          api_key,
          url: `https://apps.apple.com/app/id${1500000900 + index}`,
          created_at: new Date().toISOString(),
        }),
    });
  }
  await log.close();
}

function printCosts(name: string, figures: readonly FloodFigures[]): void {
  const names = [...(figures[0]?.costs.keys() ?? [])];
  const costOf = (process: string) => median(figures.map(({ costs }) => costs.get(process) ?? Number.NaN));
  const servers = names.filter((processName) => processName !== 'load generators');
  const all = servers.reduce((sum, server) => sum + costOf(server), 0);
  console.log(`${name}: ${median(figures.map(({ perSecond }) => perSecond)).toFixed(0)} posts/s`);
  for (const processName of names)
    console.log(`  ${processName}: ${costOf(processName).toFixed(0)} µs of processor time for one post`);
  if (servers.length > 1) console.log(`  all server processes: ${all.toFixed(0)} µs`);
}

await printMachine();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));
const eventStore = await spawnEventStore(join(folder, 'eventstore'));
await addApplications(eventStore.url);
const attribution = await startListening('tests/load/ingest/attribution-stand-in.ts');
const ingest = await startListening('sdk-ingest/src/server.ts', {
  INGEST_PORT: '0',
  EVENTSTORE_URL: eventStore.url,
  DATA_DIR: folder,
  LOG_LEVEL: 'info',
  ADSERVICES_URL: `http://127.0.0.1:${attribution.port}/`,
});
const noOp = await startListening('tests/load/ingest/no-op-service.ts');
const load = startPostLoad(generators);
try {
  await eventually(
    () => fetch(`http://127.0.0.1:${ingest.port}/readyz`),
    (response) => response.ok,
  );
  const logProcess: MeasuredProcess = { name: 'event store', pid: eventStore.process.pid ?? 0 };
  const ingestProcess: MeasuredProcess = { name: 'sdk-ingest', pid: ingest.pid };
  const kinds = [
    {
      name: 'the same route doing nothing',
      port: noOp.port,
      tokenShare: 0,
      processes: [{ name: 'no-op', pid: noOp.pid }],
    },
    { name: 'durable posts without a token', port: ingest.port, tokenShare: 0, processes: [ingestProcess, logProcess] },
    {
      name: 'durable posts, half with a token',
      port: ingest.port,
      tokenShare: 0.5,
      processes: [ingestProcess, logProcess],
    },
  ];
  const order = { callers, keys, seconds };
  for (const { processes, ...kind } of kinds) {
    for (let warm = 0; warm < warmPosts; )
      warm += (await load.flood({ ...order, ...kind, seconds: 1 }, processes)).answered;
  }
  const figures = kinds.map((): FloodFigures[] => []);
  for (let round = 0; round < repetitions; round += 1) {
    for (const [index, { processes, ...kind }] of kinds.entries()) {
      figures[index]?.push(await load.flood({ ...order, ...kind }, processes));
    }
  }
  for (const [index, { name }] of kinds.entries()) printCosts(name, figures[index] ?? []);
  const rates = figures.map((figure) => median(figure.map(({ perSecond }) => perSecond)));
  const [base = Number.NaN, plain = Number.NaN, tokens = Number.NaN] = rates;
  printRatio('durable posts without a token ÷ no-op', { ours: plain, base, unit: 'posts/s' }, '≥ 0.5');
  printRatio('durable posts, half with a token ÷ no-op', { ours: tokens, base, unit: 'posts/s' }, 'none set');
} finally {
  load.stop();
  for (const { child } of [ingest, noOp, attribution]) child.kill('SIGTERM');
  await Promise.all([ingest, noOp, attribution].map(({ child }) => child.exitCode ?? once(child, 'exit')));
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
