import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programFlags } from '@tapwise/adapters';
import type { CrowdTask } from '../../load/live/crowd.ts';
import { postInstalls } from '../../load/live/posts.ts';
import { askProcess } from '../../load/measuring/ask-process.ts';
import { randomDraws } from '../../predictions/random-draws.ts';
import { startReplicas } from '../../replicas/start-replicas.ts';
import { campaignsOfToday } from '../../support/people/campaigns-of-today.ts';
import { enter } from '../../support/people/customer.ts';
import { simulatorAt } from '../../support/product/truth.ts';
import { engineMemory, printEngineMemory } from './engine-memory.ts';
import { heldMegabytes, inspectable } from './held-memory.ts';

export interface MemoryOptions {
  readonly seconds: number;
  readonly viewers: number;
  /** Each post is two events: the report of an install, and its attribution. */
  readonly postsPerSecond: number;
  readonly say: (line: string) => void;
}

const sampleMs = 5000;
/**
 * Caches fill and the collector finds its pace before this part of the time, and ClickHouse has as many replaced parts as it keeps: those of
 * eight minutes.
 */
const warmPart = 0.6;
/** Megabytes a minute. */
const mostSlope = 1;

/**
 * Memory of every part under steady load: how much it grows by a minute. Judged is what our parts hold in their main thread, and what the system
 * counts for the others. What our parts have in threads and in native code is in the figures of the system, which are printed: these
 * grow for minutes until the collector has found its pace, so that no limit tells growth from that.
 * @returns whether none grows too fast.
 */
export async function runMemory({ seconds, viewers, postsPerSecond, say }: MemoryOptions): Promise<boolean> {
  const variables = { SIMULATOR_SCALE: '0.01', SIMULATOR_HISTORY_MONTHS: '1', ...inspectable };
  const product = await startReplicas({ draws: randomDraws(1), say, variables, target: '127.0.0.1:9' });
  let crowd: ChildProcess | undefined;
  const over = new AbortController();
  try {
    const simulator = simulatorAt(product.simulatorUrl);
    await simulator.attributeEveryToken();
    const { url } = product;
    const customer = await enter(url);
    await simulator.pause(true);
    const { application, watch } = await campaignsOfToday(customer);
    crowd = startCrowd();
    const { token } = customer;
    await askProcess(crowd, { url, token, sockets: viewers, applicationId: application.id, watch } satisfies CrowdTask);
    say(`${viewers} viewers watch; ${postsPerSecond} posts a second for ${seconds} s`);
    const posting = postInstalls(product.ingestUrl, application.api_key ?? '', { perSecond: postsPerSecond, seconds });
    const resident = sample(product.dataDir, over.signal);
    await pause(seconds * warmPart * 1000);
    const warm = await heldByPart(product.dataDir);
    const engineWarm = await engineMemory(product.tablesUrl);
    await posting;
    over.abort();
    const engineEnd = await engineMemory(product.tablesUrl);
    const isWell = print({ resident: await resident, warm, end: await heldByPart(product.dataDir) }, seconds);
    printEngineMemory(engineWarm, engineEnd);
    return isWell;
  } finally {
    over.abort();
    crowd?.kill('SIGKILL');
    await product.stop();
  }
}

/** Starts the program that plays viewers. */
export function startCrowd(): ChildProcess {
  const program = join(import.meta.dirname, '..', '..', 'load', 'live', 'crowd.ts');
  return fork(program, { execArgv: programFlags(program) });
}

/** Megabytes of one part at a time, in minutes since the beginning of this program. */
interface Sample {
  readonly minutes: number;
  readonly megabytes: number;
}
type SampleByPart = ReadonlyMap<string, Sample>;

const minutesNow = (): number => performance.now() / 60_000;

/** Process ids by part. */
function runningParts(dataDir: string): { part: string; pid: number }[] {
  const folder = join(dataDir, 'run');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pid'))
    .sort()
    .map((file) => ({ part: file.replace(/\.pid$/, ''), pid: Number(readFileSync(join(folder, file), 'utf8')) }));
}

/** What each part holds after its garbage was collected, one after the other. */
async function heldByPart(dataDir: string): Promise<SampleByPart> {
  const held = new Map<string, Sample>();
  for (const { part, pid } of runningParts(dataDir)) {
    const megabytes = await heldMegabytes(pid, join(dataDir, 'log', `${part}.log`));
    if (megabytes !== undefined) held.set(part, { minutes: minutesNow(), megabytes });
  }
  return held;
}

/** What the system counts for each part, until it is told to end. */
async function sample(dataDir: string, signal: AbortSignal): Promise<ReadonlyMap<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  while (!signal.aborted) {
    for (const { part, pid } of runningParts(dataDir)) {
      const megabytes = residentMegabytes(pid);
      if (megabytes !== undefined)
        samples.set(part, [...(samples.get(part) ?? []), { minutes: minutesNow(), megabytes }]);
    }
    await pause(sampleMs, undefined, { signal }).catch(() => undefined);
  }
  return samples;
}

/**
 * What a process has in memory, on Linux, without the pages of files that it has mapped, which the event store has of its log and the system
 * takes back when it needs them. `undefined` when there is no such process.
 */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Of the line that fits best. @returns megabytes a minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, point) => sum + of(point), 0) / samples.length;
  const minutes = mean((point) => point.minutes);
  const megabytes = mean((point) => point.megabytes);
  const covariance = mean((point) => (point.minutes - minutes) * (point.megabytes - megabytes));
  return covariance / mean((point) => (point.minutes - minutes) ** 2);
}

interface Measured {
  readonly resident: ReadonlyMap<string, readonly Sample[]>;
  /** Once caches are filled, and at the end. */
  readonly warm: SampleByPart;
  readonly end: SampleByPart;
}

/** Parts that keep most outside of what Node can count: they grow by what the system counts. */
const nativeParts: ReadonlySet<string> = new Set(['clickhouse', 'temporal']);

/** A part of ours grows by what it holds. */
function print({ resident, warm, end }: Measured, seconds: number): boolean {
  let isWell = true;
  const mega = (megabytes: number): string => `${megabytes.toFixed(1)} MB`;
  console.log('\n| Part | Held when warm | Held at the end | Growth a minute | Of the system | Growth a minute |');
  console.log('|---|---|---|---|---|---|');
  for (const [part, all] of [...resident].sort()) {
    const began = (all[0]?.minutes ?? 0) + (seconds * warmPart) / 60;
    const ofSystem = slopeOf(all.filter(({ minutes }) => minutes >= began));
    const first = warm.get(part);
    const last = end.get(part);
    const held =
      first === undefined || last === undefined || nativeParts.has(part)
        ? undefined
        : (last.megabytes - first.megabytes) / (last.minutes - first.minutes);
    if (!((held ?? ofSystem) <= mostSlope)) isWell = false;
    const cells = [first && mega(first.megabytes), last && mega(last.megabytes), held?.toFixed(2)];
    const system = [mega(all.at(-1)?.megabytes ?? 0), ofSystem.toFixed(2)];
    console.log(`| ${[part, ...cells.map((cell) => cell ?? ''), ...system].join(' | ')} |`);
  }
  console.log(
    `aim: at most ${mostSlope} MB a minute over the last ${Math.round(seconds * (1 - warmPart))} s, of what is held`,
  );
  return isWell;
}
