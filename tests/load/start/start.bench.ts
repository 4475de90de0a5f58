import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { type SpawnedEventStore, spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { eventually } from '../../support/product/product.ts';
import { fillLog } from '../log/long-log.ts';

/**
 * Time and memory of starting each process with a million events in the log (or as many as the first argument says): once with
 * the log alone, once with what the process before it left behind.
 */
const wanted = Number(process.argv[2] ?? 1_000_000);
const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-start-'));

/** A process of the product, and the lines of its log that say that it is current. */
interface Program {
  readonly name: string;
  readonly file: string;
  readonly current: RegExp;
  readonly lines: number;
  /** Files it leaves behind for the next start. */
  readonly snapshots: number;
}

const programs: readonly Program[] = [
  { name: 'api', file: 'api/src/server.ts', current: /directory is current/, lines: 1, snapshots: 1 },
  { name: 'sdk-ingest', file: 'sdk-ingest/src/server.ts', current: /directory is current/, lines: 1, snapshots: 1 },
  { name: 'workflows', file: 'workflows/src/main.ts', current: /a fold is current/, lines: 2, snapshots: 2 },
  { name: 'projections', file: 'projections/src/main.ts', current: /caught up with the log/, lines: 1, snapshots: 0 },
];

interface Started {
  readonly seconds: number;
  readonly megabytes: number;
  readonly events: number | undefined;
  readonly child: ChildProcess;
}

let eventStore: SpawnedEventStore = await spawnEventStore(join(folder, 'eventstore'));
const clickHouse = await startClickHouseNode();
try {
  const began = performance.now();
  const events = await fillLog(eventStore.url, wanted);
  console.log(`start: ${events.toLocaleString('en')} events written in ${secondsSince(began).toFixed(0)} s`);
  await eventStore.stop('SIGTERM');
  const reopened = performance.now();
  eventStore = await spawnEventStore(join(folder, 'eventstore'));
  const size = (statSync(join(folder, 'eventstore', 'data.mdb')).size / 1e6).toFixed(0);
  print(
    'event store',
    `listens after ${secondsSince(reopened).toFixed(1)} s, ${memoryOf(eventStore.process)} MB, file of ${size} MB`,
  );
  for (const program of programs) await measure(program);
} finally {
  await Promise.all([eventStore.stop('SIGKILL'), clickHouse.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

async function measure(program: Program): Promise<void> {
  const before = snapshotCount();
  const first = await start(program);
  await eventually(
    async () => snapshotCount() - before,
    (written) => written >= program.snapshots,
    { everyMs: 20 },
  );
  await stop(first.child);
  const second = await start(program);
  await stop(second.child);
  print(program.name, `${described('from the log alone', first)}; ${described('the next start', second)}`);
}

async function start({ name, file, current, lines }: Program): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, file)], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: folder,
      DEMO: 'off',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: '0',
      INGEST_PORT: '0',
      EVENTSTORE_URL: eventStore.url,
      CLICKHOUSE_URL: `${clickHouse.url}/tapwise`,
      // No rates are needed, and a benchmark asks no outside service.
      EXCHANGE_RATES_URL: 'http://127.0.0.1:9/none',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let events: number | undefined;
  let seen = 0;
  for await (const line of createInterface(child.stderr)) {
    if (!current.test(line)) continue;
    const entry = JSON.parse(line) as { events?: number };
    if (entry.events !== undefined) events = (events ?? 0) + entry.events;
    seen += 1;
    if (seen === lines) {
      child.stderr.resume();
      return { seconds: secondsSince(began), megabytes: memoryOf(child), events, child };
    }
  }
  throw new Error(`${name} ended before it was current`);
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function snapshotCount(): number {
  try {
    return readdirSync(join(folder, 'snapshots')).filter((file) => file.endsWith('.snapshot')).length;
  } catch {
    return 0;
  }
}

/** Memory the process has now, in megabytes. */
function memoryOf(child: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' });
  return Math.round(Number(stdout.trim()) / 1024);
}

function described(what: string, { seconds, megabytes, events }: Started): string {
  const folded = events === undefined ? '' : `, ${events.toLocaleString('en')} events folded`;
  return `${what} ${seconds.toFixed(1)} s${folded}, ${megabytes} MB`;
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}

function print(name: string, text: string): void {
  console.log(`start of ${name}: ${text}`);
}
