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
import { processorSecondsOf } from '../measuring/machine.ts';

/**
 * Time and memory of starting each process on logs of several lengths (100,000 and a million events, or as the arguments say): once with
 * the log alone, once with what the process before it left behind. Nothing of it may depend on the length. What
 * projections read at their first start is in `bench -- rebuild`.
 */
const requested = process.argv.slice(2).map(Number);
const sizes = requested.length > 0 ? requested : [100_000, 1_000_000];
const root = join(import.meta.dirname, '..', '..', '..');
let folder = '';

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
  { name: 'workflows', file: 'workflows/src/main.ts', current: /a fold is current/, lines: 5, snapshots: 2 },
];

interface Started {
  readonly seconds: number;
  /** Of the processor: of the program, and of the event store meanwhile. */
  readonly processor: { readonly program: number; readonly log: number };
  readonly megabytes: number;
  readonly events: number | undefined;
  readonly child: ChildProcess;
}

/** How the programs started at one length, by program and kind of start. */
type Measured = ReadonlyMap<string, Omit<Started, 'child'>>;

let eventStore: SpawnedEventStore;
const clickHouse = await startClickHouseNode();
const measured: Measured[] = [];
try {
  for (const wanted of sizes) measured.push(await measureAt(wanted));
} finally {
  await clickHouse.stop();
}
printTable();

async function measureAt(wanted: number): Promise<Measured> {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-start-'));
  eventStore = await spawnEventStore(join(folder, 'eventstore'));
  try {
    const began = performance.now();
    const events = await fillLog(eventStore.url, wanted);
    console.log(`start: ${events.toLocaleString('en')} events written in ${secondsSince(began).toFixed(0)} s`);
    await eventStore.stop('SIGTERM');
    const reopened = performance.now();
    eventStore = await spawnEventStore(join(folder, 'eventstore'));
    const listening = secondsSince(reopened).toFixed(1);
    const size = (statSync(join(folder, 'eventstore', 'data.mdb')).size / 1e6).toFixed(0);
    console.log(`event store: listens after ${listening} s, ${memoryOf(eventStore.process)} MB, file of ${size} MB`);
    const results = new Map<string, Omit<Started, 'child'>>();
    for (const program of programs) await measure(program, results);
    return results;
  } finally {
    await eventStore.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(program: Program, results: Map<string, Omit<Started, 'child'>>): Promise<void> {
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
  results.set(`${program.name}, from the log alone`, first);
  results.set(`${program.name}, the next start`, second);
}

async function start({ name, file, current, lines }: Program): Promise<Started> {
  const began = performance.now();
  const logBefore = processorSecondsOf(eventStore.process.pid ?? 0);
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
      const processor = {
        program: processorSecondsOf(child.pid ?? 0),
        log: processorSecondsOf(eventStore.process.pid ?? 0) - logBefore,
      };
      return { seconds: secondsSince(began), processor, megabytes: memoryOf(child), events, child };
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

/** Seconds, megabytes and events folded at each length, and the last length against the first. */
function printTable(): void {
  console.log(
    `\n| Start | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | ratio of processor time | of memory |`,
  );
  console.log(`|---|${'---|'.repeat(sizes.length + 2)}`);
  for (const what of measured[0]?.keys() ?? []) {
    const starts = measured.flatMap((results) => results.get(what) ?? []);
    const cells = starts.map(({ seconds, processor, megabytes, events }) => {
      const folded = events === undefined ? '' : `, ${events.toLocaleString('en')} events`;
      const used = `${processor.program.toFixed(1)} + ${processor.log.toFixed(1)} s of the processor`;
      return `${seconds.toFixed(1)} s (${used}), ${megabytes} MB${folded}`;
    });
    const first = starts.at(0);
    const last = starts.at(-1);
    const processor = (started: typeof first) => (started?.processor.program ?? 0) + (started?.processor.log ?? 0);
    const times = (processor(last) / processor(first)).toFixed(2);
    const memory = ((last?.megabytes ?? 0) / (first?.megabytes ?? 1)).toFixed(2);
    console.log(`| ${what} | ${cells.join(' | ')} | ${times} | ${memory} |`);
  }
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}
