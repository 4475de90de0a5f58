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

export interface MemoryOptions {
  readonly seconds: number;
  readonly viewers: number;
  /** Each post is two events: the report of an install, and its attribution. */
  readonly postsPerSecond: number;
  readonly say: (line: string) => void;
}

const sampleMs = 5000;
/** Caches fill and the collector finds its pace before this part of the time. */
const warmPart = 0.3;
/** Megabytes a minute. */
const mostSlope = 1;

/** Memory of every part under steady load: how much it grows by a minute. @returns whether none grows too fast. */
export async function runMemory({ seconds, viewers, postsPerSecond, say }: MemoryOptions): Promise<boolean> {
  const variables = { SIMULATOR_SCALE: '0.01', SIMULATOR_HISTORY_MONTHS: '1' };
  const product = await startReplicas({ draws: randomDraws(1), say, variables, target: '127.0.0.1:9' });
  let crowd: ChildProcess | undefined;
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
    const over = new AbortController();
    const sampling = sample(product.dataDir, over.signal);
    await postInstalls(product.ingestUrl, application.api_key ?? '', { perSecond: postsPerSecond, seconds });
    over.abort();
    return print(await sampling, seconds);
  } finally {
    crowd?.kill('SIGKILL');
    await product.stop();
  }
}

/** Starts the program that plays viewers. */
export function startCrowd(): ChildProcess {
  const program = join(import.meta.dirname, '..', '..', 'load', 'live', 'crowd.ts');
  return fork(program, { execArgv: programFlags(program) });
}

/** Memory of one part: minutes since the beginning, and megabytes. */
interface Sample {
  readonly minutes: number;
  readonly megabytes: number;
}

async function sample(dataDir: string, signal: AbortSignal): Promise<ReadonlyMap<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  const began = performance.now();
  while (!signal.aborted) {
    const minutes = (performance.now() - began) / 60_000;
    for (const file of readdirSync(join(dataDir, 'run')).filter((name) => name.endsWith('.pid'))) {
      const megabytes = residentMegabytes(Number(readFileSync(join(dataDir, 'run', file), 'utf8')));
      const part = file.replace(/\.pid$/, '');
      if (megabytes !== undefined) samples.set(part, [...(samples.get(part) ?? []), { minutes, megabytes }]);
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

function print(samples: ReadonlyMap<string, readonly Sample[]>, seconds: number): boolean {
  let isWell = true;
  console.log('\n| Part | Memory at the end | Slope |\n|---|---|---|');
  for (const [part, all] of [...samples].sort()) {
    const warm = all.filter(({ minutes }) => minutes * 60 >= seconds * warmPart);
    const slope = slopeOf(warm);
    if (!(slope <= mostSlope)) isWell = false;
    console.log(`| ${part} | ${Math.round(all.at(-1)?.megabytes ?? 0)} MB | ${slope.toFixed(2)} MB a minute |`);
  }
  console.log(`aim: at most ${mostSlope} MB a minute, over the last ${Math.round(seconds * (1 - warmPart))} s`);
  return isWell;
}
