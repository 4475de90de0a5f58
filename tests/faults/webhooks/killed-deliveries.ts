import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEventLog, openFileFolder, openKeyVault } from '@tapwise/adapters';
import { randomDraws } from '../../predictions/random-draws.ts';
import { startEventStore } from '../../support/engines/eventstore-node.ts';
import { specProgramArguments } from '../../support/programs/spec-programs.ts';
import { recordWebhookWorld } from '../../support/workers/webhook-world.ts';
import { type StrictReceiver, startStrictReceiver } from './strict-receiver.ts';

export interface KilledDeliveriesOptions {
  readonly events: number;
  readonly endpoints: number;
  /** How many of them never take anything. */
  readonly dead: number;
  readonly kills: number;
  readonly seed: number;
  /** Gives up after this long. */
  readonly timeoutMs: number;
}

/** Outcomes of webhooks whose worker was killed again and again. */
export interface KilledDeliveries {
  readonly kills: number;
  readonly seconds: number;
  /** Deliveries that addresses which live have received, and posts of them. */
  readonly received: number;
  readonly posts: number;
  readonly deadPosts: number;
  /** Events that an address which lives never heard of. */
  readonly lost: number;
  /** Places missing in, or given twice by, the sequence of an address. */
  readonly outOfSequence: number;
  readonly changed: number;
}

/** Has webhooks posted while their worker is killed at random moments, and compares what was received with what happened. */
export async function deliverWithKills(options: KilledDeliveriesOptions): Promise<KilledDeliveries> {
  const { events, endpoints, kills, seed, timeoutMs } = options;
  const draws = randomDraws(seed);
  const dead = Array.from({ length: options.dead }, (_, index) => 1 + index * Math.floor(endpoints / options.dead));
  const node = await startEventStore();
  const receiver = await startStrictReceiver(dead);
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-killed-webhooks-'));
  const log = openEventLog(node.url);
  const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
  const world = await recordWebhookWorld({ log, vault, endpoints, target: receiver.target });
  const began = performance.now();
  const late = (): boolean => performance.now() - began > timeoutMs;
  let worker = startWorker(node.url, folder, receiver.target);
  try {
    const recording = world.charge(events);
    const deliverable = events - Math.floor((events / endpoints) * options.dead);
    for (let kill = 1; kill <= kills && !late(); kill += 1) {
      const enough = (deliverable * (kill - draws.uniform())) / (kills + 1);
      while (countOf(receiver, dead) < enough && !late()) await pause(5);
      await stopWorker(worker);
      worker = startWorker(node.url, folder, receiver.target);
    }
    const made = await recording;
    const expected = expectedOf(made, endpoints);
    while (lostOf(receiver, expected, dead) > 0 && !late()) await pause(200);
    const seconds = (performance.now() - began) / 1000;
    return { kills, seconds, lost: lostOf(receiver, expected, dead), ...figuresOf(receiver, dead) };
  } finally {
    await stopWorker(worker);
    receiver.stop();
    await log.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function startWorker(url: string, folder: string, target: string): ChildProcess {
  return spawn(process.execPath, [...specProgramArguments('webhook-worker'), url, folder, target], { stdio: 'ignore' });
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

const isRunning = (dead: readonly number[], address: number): boolean => !dead.includes(address);

const countOf = ({ endpoints }: StrictReceiver, dead: readonly number[]): number =>
  [...endpoints].reduce((sum, [address, { deliveries }]) => sum + (isRunning(dead, address) ? deliveries.size : 0), 0);

/** Original transactions by the address that hears of them. */
function expectedOf(
  made: readonly { original: string; application_id: number }[],
  endpoints: number,
): ReadonlyMap<number, string[]> {
  const expected = new Map<number, string[]>(Array.from({ length: endpoints }, (_, index) => [index + 1, []]));
  for (const { original, application_id } of made) expected.get(application_id)?.push(original);
  return expected;
}

function lostOf(
  { endpoints }: StrictReceiver,
  expected: ReadonlyMap<number, string[]>,
  dead: readonly number[],
): number {
  let lost = 0;
  for (const [address, originals] of expected) {
    if (!isRunning(dead, address)) continue;
    const heard = new Set([...(endpoints.get(address)?.deliveries.values() ?? [])].map(({ original }) => original));
    lost += originals.filter((original) => !heard.has(original)).length;
  }
  return lost;
}

function figuresOf({ endpoints }: StrictReceiver, dead: readonly number[]) {
  let received = 0;
  let posts = 0;
  let deadPosts = 0;
  let outOfSequence = 0;
  let changed = 0;
  for (const [address, endpoint] of endpoints) {
    const sequences = new Set([...endpoint.deliveries.values()].map(({ sequence }) => sequence));
    const most = Math.max(0, ...sequences);
    changed += endpoint.changed;
    // What was frozen and not posted when a worker died is posted later: a dead address has heard of a part only.
    outOfSequence += endpoint.deliveries.size - sequences.size;
    if (isRunning(dead, address)) {
      received += endpoint.deliveries.size;
      posts += endpoint.posts;
      outOfSequence += most - sequences.size;
    } else deadPosts += endpoint.posts;
  }
  return { received, posts, deadPosts, outOfSequence, changed };
}
