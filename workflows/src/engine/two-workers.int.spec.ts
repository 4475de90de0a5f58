import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLogger,
  type Environment,
  type EventLog,
  openEventLog,
  openSecrets,
  readEnvironment,
} from '@tapwise/adapters';
import { leaseStream } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/support/stand-ins/webhook-receiver.ts';
import { recordWebhookWorld } from '../../../tests/support/workers/webhook-world.ts';
import { startWork } from '../composition/compose.ts';

let folder: string;
let node: EventStoreUnderTest;
let log: EventLog;
let receiver: WebhookReceiver;
let environment: Environment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-workers-'));
  [node, receiver] = await Promise.all([startEventStore(), startWebhookReceiver()]);
  log = openEventLog(node.url);
  environment = readEnvironment({
    DATA_DIR: folder,
    EVENTSTORE_URL: node.url,
    OUTBOUND_TEST_TARGETS: receiver.target,
    ...closedOutside,
  });
});
afterAll(async () => {
  receiver.stop();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A process of the product that carries work out, where there is no Temporal. @returns what ends it. */
async function startWorker(): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const { ended } = await startWork(environment, createLogger('test', 'silent'), stopping.signal);
  return () => {
    stopping.abort();
    return ended;
  };
}

/** Epochs of the lease under which processes were run. */
async function epochs(): Promise<number[]> {
  const events = await log.readStream(leaseStream('processes'));
  return events.flatMap(({ event }) => (event.type === 'LeaseTaken' ? [event.data.epoch] : []));
}

const posted = (count: number) => expect.poll(() => receiver.received.length).toBe(count);

it('of two processes without Temporal one does the work, and the other when that one ends: every webhook is posted once', async () => {
  const { vault } = await openSecrets(environment);
  const { charge } = await recordWebhookWorld({ log, vault, endpoints: 1, target: receiver.target });
  const endFirst = await startWorker();
  await expect.poll(epochs).toEqual([1]);
  const endSecond = await startWorker();
  await charge(20);
  await posted(20);
  expect(await epochs()).toEqual([1]);

  await endFirst();
  await expect.poll(epochs).toEqual([1, 2]);
  await charge(20);
  await posted(40);
  await endSecond();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
});
