import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programFlags } from '@tapwise/adapters';
import type { CrowdCount, CrowdTask } from '../../load/live/crowd.ts';
import { postInstalls } from '../../load/live/posts.ts';
import { askProcess } from '../../load/measuring/ask-process.ts';
import { campaignsOfToday } from '../../support/people/campaigns-of-today.ts';
import { enter } from '../../support/people/customer.ts';
import { eventually, type Product, startProduct } from '../../support/product/product.ts';
import { simulatorAt } from '../../support/product/truth.ts';
import { residentMegabytes, startCrowd } from './memory.ts';

export interface SocketsOptions {
  readonly sockets: number;
  readonly pushes: number;
  readonly say: (line: string) => void;
}

const aims = { kibibytes: 25, ratio: 0.5 };
const settledMs = 10_000;
const lookMs = 500;
const longestPushMs = 60_000;

/** Sockets of one `api`: memory of each, and how fast one change reaches all of them. @returns whether both aims are met. */
export async function runSockets({ sockets, pushes, say }: SocketsOptions): Promise<boolean> {
  const product = await startProduct({ environment: { SIMULATOR_SCALE: '0.01', SIMULATOR_HISTORY_MONTHS: '1' } });
  try {
    const { task, apiKey } = await prepare(product, sockets);
    const before = residentMegabytes(product.pid('api')) ?? 0;
    const crowd = startCrowd();
    try {
      await askProcess(crowd, task);
      await pause(settledMs);
      const megabytes = (residentMegabytes(product.pid('api')) ?? 0) - before;
      const kibibytes = (megabytes * 1024) / sockets;
      say(
        `${sockets} sockets: ${megabytes.toFixed(0)} MB more, ${kibibytes.toFixed(1)} KiB each (aim ≤ ${aims.kibibytes})`,
      );
      const push = () => postInstalls(product.ingestUrl, apiKey, { perSecond: 10, seconds: 0.1 });
      const ours = await spreads(crowd, { sockets, pushes, push });
      const { length } = await askProcess<CrowdCount>(crowd, 'count');
      const bare = await bareSpreads(task, { sockets, pushes, length });
      const ratio = median(bare) / median(ours);
      say(
        `one change to all of them: ${median(ours).toFixed(0)} ms from the first to the last, bare ${median(bare).toFixed(0)} ms: ${ratio.toFixed(2)} (aim ≥ ${aims.ratio})`,
      );
      return kibibytes <= aims.kibibytes && ratio >= aims.ratio;
    } finally {
      crowd.kill('SIGKILL');
    }
  } finally {
    await product.stop();
  }
}

async function prepare({ url, simulatorUrl }: Product, sockets: number): Promise<{ task: CrowdTask; apiKey: string }> {
  const simulator = simulatorAt(simulatorUrl ?? '');
  await simulator.attributeEveryToken();
  const customer = await enter(url);
  await eventually(simulator.status, ({ history_done }) => history_done, { timeoutMs: 300_000, everyMs: 1000 });
  await simulator.pause(true);
  const { application, watch } = await campaignsOfToday(customer);
  const { token } = customer;
  return { task: { url, token, sockets, applicationId: application.id, watch }, apiKey: application.api_key ?? '' };
}

interface Pushing {
  readonly sockets: number;
  readonly pushes: number;
}

/** Milliseconds from the first socket that each push reaches to the last. */
async function spreads(
  crowd: ChildProcess,
  { sockets, pushes, push }: Pushing & { readonly push: () => Promise<unknown> | unknown },
): Promise<number[]> {
  const measured: number[] = [];
  const isReached = ({ reached }: CrowdCount): boolean => reached >= sockets;
  for (let number = 0; number < pushes; number += 1) {
    await askProcess(crowd, 'begin');
    await push();
    const count = await eventually(() => askProcess<CrowdCount>(crowd, 'count'), isReached, {
      timeoutMs: longestPushMs,
      everyMs: lookMs,
    });
    measured.push(count.spreadMs);
    // What belongs to this change and comes in a message of its own.
    await pause(settledMs / 5);
  }
  return measured;
}

/** @param length Characters of the product's message, which the bare one is as long as. */
async function bareSpreads(
  task: CrowdTask,
  { length, ...pushing }: Pushing & { readonly length: number },
): Promise<number[]> {
  const frame = `42["rows",""]`;
  const text = frame.replace('""', `"${'x'.repeat(length - frame.length)}"`);
  const program = join(import.meta.dirname, 'bare-sockets.ts');
  const server = fork(program, { execArgv: programFlags(program) });
  const crowd = startCrowd();
  try {
    const [port] = (await once(server, 'message')) as [number];
    await askProcess(crowd, { ...task, url: `http://127.0.0.1:${port}` });
    return await spreads(crowd, { ...pushing, push: () => server.send(text) });
  } finally {
    crowd.kill('SIGKILL');
    server.kill('SIGKILL');
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
