import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createOutboundClient, openEventLog, openKeyVault } from '@tapwise/adapters';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { startEventStore } from '../support/eventstore-node.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { recordWebhookWorld, startDelivering } from '../support/webhook-world.ts';
import { printMachine } from './machine.ts';

/**
 * Webhooks delivered a second against bare posts of the same bodies, and how long an event takes from the log to its first attempt at 50 a
 * second. Usage: `webhooks.bench.ts [deliveries] [seconds]`.
 */
const count = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 20);
const [endpoints, perSecond, postsAtOnce] = [20, 50, 8];
/** Deliveries of a process that has just begun, and posts before the bare ones, are not counted. */
const warmUp = 5000;

await printMachine();
const node = await startEventStore();
const receiver = await startWebhookReceiver();
const log = openEventLog(node.url);
const folder = mkdtempSync(join(tmpdir(), 'tapwise-webhooks-'));
const vault = await openKeyVault(join(folder, 'keys'), Buffer.alloc(32, 7));
const client = createOutboundClient({ targets: new Set([receiver.target]) });
const world = await recordWebhookWorld({ log, vault, endpoints, target: receiver.target });
await world.charge(warmUp + count);
const logger = createLogger('bench', 'silent');
const delivering = await startDelivering({ log, vault, client, folder, logger });
try {
  await until(() => receiver.received.length >= warmUp);
  const [began, first] = [performance.now(), receiver.received.length];
  await until(() => receiver.received.length >= warmUp + count);
  const product = (warmUp + count - first) / ((performance.now() - began) / 1000);
  const bodies = receiver.received.slice(-count).map(({ body }) => body);
  await postBare(bodies.slice(0, warmUp));
  const bare = await postBare(bodies);
  console.log(
    `${product.toFixed(0)} webhooks/s; bare posts ${bare.toFixed(0)}/s; ratio ${(product / bare).toFixed(3)} (aim ≥ 0.6)`,
  );
  await measureLatency();
} finally {
  delivering.stop();
}
process.exit();

async function postBare(bodies: readonly Buffer[]): Promise<number> {
  const agent = new Agent({ connections: endpoints * postsAtOnce });
  const limit = pLimit(endpoints * postsAtOnce);
  const began = performance.now();
  await Promise.all(
    bodies.map((body) =>
      limit(async () => {
        const { body: answer } = await request(`http://${receiver.target}/bare`, {
          method: 'POST',
          body,
          dispatcher: agent,
        });
        await answer.dump();
      }),
    ),
  );
  return bodies.length / ((performance.now() - began) / 1000);
}

async function measureLatency(): Promise<void> {
  const sent = new Map<string, number>();
  const first = receiver.received.length;
  const arrivals: number[] = [];
  for (let turn = 0; turn < seconds * 10; turn += 1) {
    for (let each = 0; each < perSecond / 10; each += 1) {
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
