import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLogger,
  createOutboundClient,
  type EventLog,
  type KeyVault,
  type OutboundClient,
  openEventLog,
  openFileFolder,
  openKeyVault,
} from '@tapwise/adapters';
import { type DeliveryQueue, settledPosition } from '@tapwise/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { eventually } from '../../../../tests/support/product/product.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/stand-ins/webhook-receiver.ts';
import { recordWebhookWorld, startDelivering } from '../../../../tests/support/workers/webhook-world.ts';
import { checkpointsIn } from '../../start/checkpoint.ts';
import { settledDeliveries } from './settled-deliveries.ts';

const logger = createLogger('test', 'silent');
const path = '/1';
let folder: string;
let node: EventStoreUnderTest;
let log: EventLog;
let receiver: WebhookReceiver;
let vault: KeyVault;
let client: OutboundClient;
let workers: Worker[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-resumed-'));
  node = await startEventStore();
  log = openEventLog(node.url);
  receiver = await startWebhookReceiver();
  vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
  client = createOutboundClient({ targets: new Set([receiver.target]), totalMs: 30_000 });
});
afterEach(async () => {
  for (const worker of workers) worker.stop();
  workers = [];
  receiver.stop();
  await client.close();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Worker = Awaited<ReturnType<typeof startDelivering>>;

/** A worker that has no snapshot of those before it. */
async function startWorker(name: string): Promise<Worker> {
  const worker = await startDelivering({
    log,
    vault,
    client,
    folder: join(folder, name),
    logger,
    pauses: [0.05, 0.05],
  });
  workers.push(worker);
  return worker;
}

const queueOf = ({ facts }: Worker): DeliveryQueue | undefined => [...facts.deliveries.state.queues.values()][0];

/** Waits until all that was queued has ended, and so often was attempted. */
const ended = (worker: Worker, attempts: number) =>
  eventually(
    async () => queueOf(worker),
    (queue) => queue?.open.size === 0 && receiver.received.length === attempts,
  );

/** Has a worker post, and the log say that what was queued until then is settled. */
async function settledBy(worker: Worker): Promise<void> {
  const position = settledPosition(worker.facts.deliveries.state) ?? 0;
  worker.stop();
  await worker.facts.ended;
  await checkpointsIn(log, 1)(settledDeliveries).write(BigInt(position));
}

describe('a worker that begins to fold where the log says that all before was settled', () => {
  it('folds nothing of it, continues the sequence and posts nothing again', async () => {
    const world = await recordWebhookWorld({ log, vault, endpoints: 1, target: receiver.target });
    const first = await startWorker('first');
    await world.charge(3);
    await ended(first, 3);
    await settledBy(first);
    const second = await startWorker('second');
    expect(queueOf(second)?.queued ?? null).toBeNull();
    await world.charge(1);
    const posts = await receiver.posts(path, 4);
    await ended(second, 4);
    const sequences = posts.map(({ headers }) => headers['x-tapwise-sequence']);
    expect(sequences.toSorted()).toEqual(['1', '2', '3', '4']);
    expect(sequences.at(-1)).toBe('4');
  });

  it('knows since when an endpoint has failed', async () => {
    const world = await recordWebhookWorld({ log, vault, endpoints: 1, target: receiver.target });
    receiver.respondWith(path, (_post, response) => response.writeHead(500).end());
    const first = await startWorker('first');
    await world.charge(1);
    const failing = (await ended(first, 3))?.health.failing_since;
    expect(typeof failing).toBe('number');
    await settledBy(first);
    const second = await startWorker('second');
    await world.charge(1);
    expect((await ended(second, 6))?.health.failing_since).toBe(failing);
  });

  it('posts what was waiting, queued before it began', async () => {
    const world = await recordWebhookWorld({ log, vault, endpoints: 1, target: receiver.target });
    const first = await startWorker('first');
    await world.charge(1);
    await ended(first, 1);
    receiver.respondWith(path, () => undefined);
    await world.charge(1);
    await receiver.posts(path, 2);
    await settledBy(first);
    receiver.respondWith(path, (_post, response) => response.writeHead(200).end());
    const second = await startWorker('second');
    await ended(second, 3);
    const sequences = receiver.received.map(({ headers }) => headers['x-tapwise-sequence']);
    expect(sequences).toEqual(['1', '2', '2']);
  });
});
