import { openEventLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../tests/support/engines/eventstore-node.ts';
import { createLogQueue } from './log-queue.ts';

let eventStore: EventStoreUnderTest;
let log: ReturnType<typeof openEventLog>;
const clock = { now: 0 };

beforeAll(async () => {
  eventStore = await startEventStore();
  log = openEventLog(eventStore.url);
});
afterAll(async () => {
  await log.close();
  await eventStore.stop();
});

/** A command that waits until it is let go. */
function heldCommand(number: number) {
  let release: (outcome: 'nothing' | Error) => void = () => undefined;
  const held = new Promise<readonly DomainEvent[]>((resolve, reject) => {
    release = (outcome) => (outcome === 'nothing' ? resolve([]) : reject(outcome));
  });
  const options = {
    stream: `numbers-queue${number}`,
    decider: { initialState: () => 0, evolve: (count: number) => count + 1 },
    decide: () => held,
    cause: 'queue',
    context: { actor: { kind: 'system', id: 'test' } },
  } as const;
  return { options, release };
}

describe('the queue before the log', () => {
  it('admits calls until the oldest command has waited too long, and again when that is done', async () => {
    const queue = createLogQueue(log, () => clock.now);
    const first = heldCommand(1);
    const waiting = queue.handle(first.options);
    clock.now += 1000;
    expect(queue.admits()).toBe(true);
    clock.now += 1000;
    expect(queue.admits()).toBe(false);
    first.release('nothing');
    await waiting;
    expect(queue.admits()).toBe(true);
  });

  it('does not answer later than asked, and then admits one call at a time until the log answers', async () => {
    const queue = createLogQueue(log, () => clock.now);
    const lost = heldCommand(2);
    await expect(queue.handle({ ...lost.options, timeoutMs: 20 })).rejects.toMatchObject({ name: 'LogTimeoutError' });
    expect(queue.admits()).toBe(true);
    const probe = heldCommand(3);
    const probing = queue.handle(probe.options);
    expect(queue.admits()).toBe(false);
    probe.release('nothing');
    await probing;
    const other = heldCommand(4);
    const next = queue.handle(other.options);
    expect(queue.admits()).toBe(true);
    other.release('nothing');
    lost.release('nothing');
    await next;
  });

  it('does not take a repeat that waits, or one that fails, for a sign that the log is silent', async () => {
    const queue = createLogQueue(log, () => clock.now);
    const first = heldCommand(5);
    const waiting = queue.handle(first.options);
    const repeat = heldCommand(5);
    first.release('nothing');
    await waiting;
    const repeating = queue.handle({ ...repeat.options, timeoutMs: 20 });
    clock.now += 3000;
    expect(queue.admits()).toBe(true);
    await expect(repeating).rejects.toMatchObject({ name: 'LogTimeoutError' });
    const other = heldCommand(6);
    const next = queue.handle(other.options);
    expect(queue.admits()).toBe(true);
    repeat.release('nothing');
    other.release('nothing');
    await next;
  });
});
