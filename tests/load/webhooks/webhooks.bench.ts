import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventLog, openFileFolder, openKeyVault } from '@tapwise/adapters';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { bundleParts } from '../../../infra/operations/start/bundle/bundle-parts.ts';
import { nodeFlags } from '../../../infra/operations/start/parts.ts';
import { spawnEventStore, temporaryDirectory } from '../../support/engines/eventstore-node.ts';
import bundlePrograms from '../../support/programs/bundle-programs.ts';
import { startWebhookReceiver } from '../../support/stand-ins/webhook-receiver.ts';
import { recordWebhookWorld } from '../../support/workers/webhook-world.ts';
import { printMachine } from '../measuring/machine.ts';
import { secondsOf } from '../measuring/part-costs.ts';

/**
 * Webhooks delivered a second against bare posts of the same bodies, and how long an event takes from the log to its first attempt at 50 a
 * second. A process of its own delivers, bundled as in the product; the receiver of both is in this one, as are the bare posts.
 * Usage: `webhooks.bench.ts [deliveries] [seconds]`.
 */
const count = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 20);
const endpoints = 20;
const perSecond = 50;
const postsAtOnce = 8;
/** Deliveries of a process that has just begun, and posts before the bare ones, are not counted. */
const warmUp = 5000;

await printMachine();
await bundlePrograms();
const bundle = await bundleParts(join(import.meta.dirname, '../../..'), {
  folder: 'dist/bench',
  sources: ['domain', 'workflows', 'infra', 'tests/faults/webhooks', 'tests/support'],
  whole: { worker: 'tests/faults/webhooks/webhook-worker.ts' },
  cut: [],
});
const directory = temporaryDirectory();
const node = await spawnEventStore(directory.path);
const receiver = await startWebhookReceiver();
const log = openEventLog(node.url);
const folder = mkdtempSync(join(tmpdir(), 'tapwise-webhooks-'));
const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
const world = await recordWebhookWorld({ log, vault, endpoints, target: receiver.target });
await world.charge(warmUp + count);
const args = [...(nodeFlags.workflows ?? []), join(bundle.folder, 'worker.js'), node.url, folder, receiver.target];
const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await until(() => receiver.received.length >= warmUp);
  const first = receiver.received.length;
  const { took, used } = await costOf(() => until(() => receiver.received.length >= warmUp + count));
  const made = warmUp + count - first;
  const bodies = receiver.received.slice(-count).map(({ body }) => body);
  await postBare(bodies.slice(0, warmUp));
  const bare = await costOf(() => postBare(bodies));
  const product = made / took;
  const base = count / bare.took;
  console.log(
    `${product.toFixed(0)} webhooks/s; bare posts ${base.toFixed(0)}/s; ratio ${(product / base).toFixed(3)} (aim ≥ 0.6)`,
  );
  const micros = (of: number, times: number) => ((of / times) * 1e6).toFixed(0);
  console.log(
    `processor time of one webhook: ${micros(used.worker, made)} µs + event store ${micros(used.log, made)} µs + receiver ${micros(used.bench, made)} µs; of one bare post, receiver included: ${micros(bare.used.bench, count)} µs`,
  );
  if (seconds > 0) await measureLatency();
} finally {
  worker.kill('SIGKILL');
  await node.stop('SIGKILL');
  directory.remove();
}
process.exit();

/** How long something takes, and the seconds of processor that this process, the deliveries and the event store use meanwhile. */
async function costOf(work: () => Promise<unknown>) {
  const now = () => ({ worker: secondsOf(worker.pid ?? 0) ?? 0, log: secondsOf(node.process.pid ?? 0) ?? 0 });
  const began = performance.now();
  const before = now();
  const cpuBefore = process.cpuUsage();
  await work();
  const took = (performance.now() - began) / 1000;
  const after = now();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    took,
    used: { bench: (user + system) / 1e6, worker: after.worker - before.worker, log: after.log - before.log },
  };
}

async function postBare(bodies: readonly Buffer[]): Promise<void> {
  const agent = new Agent({ connections: endpoints * postsAtOnce });
  const limit = pLimit(endpoints * postsAtOnce);
  await Promise.all(
    bodies.map((body) =>
      limit(async () => {
        const { body: responseBody } = await request(`http://${receiver.target}/bare`, {
          method: 'POST',
          body,
          dispatcher: agent,
        });
        await responseBody.dump();
      }),
    ),
  );
}

async function measureLatency(): Promise<void> {
  const sent = new Map<string, number>();
  const first = receiver.received.length;
  const arrivals: number[] = [];
  for (let turn = 0; turn < seconds * 10; turn += 1) {
    for (let count = 0; count < perSecond / 10; count += 1) {
      const [charged] = await world.charge(1);
      if (charged !== undefined) sent.set(charged.original, performance.now());
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await until(() => receiver.received.length >= first + sent.size);
  for (const post of receiver.received.slice(first)) {
    const { original_transaction_id } = JSON.parse(post.body.toString());
    arrivals.push(post.at - (sent.get(original_transaction_id) ?? 0));
  }
  arrivals.sort((a, b) => a - b);
  const of = (share: number) => (arrivals[Math.floor(arrivals.length * share)] ?? 0).toFixed(0);
  console.log(`event to first attempt at ${perSecond}/s: p50 ${of(0.5)} ms, p99 ${of(0.99)} ms (aim ≤ 1000)`);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}
