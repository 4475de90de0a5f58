import {
  type AllStreamSubscription,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  numberOf,
  startEventStore,
  take,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
let start: Position;
const mark = freshStream('mark').replaceAll('-', '');
const orders = `${mark}orders-1`;
const bills = `${mark}bills-1`;

/** Ten times two events: even numbers of type `<mark>Placed`, odd ones `<mark>Billed`, each in its own stream. */
beforeAll(async () => {
  store = await startEventStore();
  const { position } = await store.client.appendToStream(freshStream(), numberedEvents(1));
  start = position ?? { commit: 0n, prepare: 0n };
  for (let number = 0; number < 20; number += 2) {
    await store.client.appendToStream(orders, numberedEvents(1, number, `${mark}Placed`));
    await store.client.appendToStream(bills, numberedEvents(1, number + 1, `${mark}Billed`));
  }
});
afterAll(() => store.stop());

const even = Array.from({ length: 10 }, (_, index) => index * 2);
const odd = even.map((number) => number + 1);

const reachedEnd = (subscription: AllStreamSubscription) =>
  new Promise<void>((resolve, reject) => {
    subscription.on('caughtUp', () => resolve());
    subscription.on('error', reject);
  });

/** What a filtered subscription delivers until it caught up. */
async function matches(filter: Filter, fromPosition: Position): Promise<number[]> {
  const subscription = store.client.subscribeToAll({ fromPosition, filter });
  const numbers: number[] = [];
  subscription.on('data', ({ event }) => numbers.push(numberOf(event)));
  await reachedEnd(subscription);
  await subscription.unsubscribe();
  return numbers;
}

describe('a filter', () => {
  it.each([
    ['prefix of the stream name', streamNameFilter({ prefixes: [`${mark}ord`] }), even],
    ['any of several prefixes', streamNameFilter({ prefixes: ['nothing-', `${mark}bill`] }), odd],
    ['regex on the stream name', streamNameFilter({ regex: `^${mark}bills-\\d+$` }), odd],
    ['prefix of the event type', eventTypeFilter({ prefixes: [`${mark}Pl`] }), even],
    ['regex on the event type, found anywhere', eventTypeFilter({ regex: `${mark.slice(3)}Billed` }), odd],
  ])('by %s delivers what matches and nothing else', async (_, filter, expected) => {
    expect(await matches(filter, start)).toEqual(expected);
  });

  it('that excludes system events leaves out metadata', async () => {
    const { position } = await store.client.setStreamMetadata(freshStream(), { maxCount: 3 });
    await store.client.appendToStream(freshStream(), numberedEvents(1, 77));
    expect(await matches(excludeSystemEvents(), position ?? start)).toEqual([77]);
  });

  it('applies to live events too', async () => {
    const prefix = `${mark}live`;
    const filter = streamNameFilter({ prefixes: [prefix] });
    const subscription = store.client.subscribeToAll({ fromPosition: END, filter });
    const events = take(subscription, 2);
    await reachedEnd(subscription);
    for (const number of [1, 2]) {
      await store.client.appendToStream(freshStream(), numberedEvents(3, 500));
      await store.client.appendToStream(prefix, numberedEvents(1, number));
    }
    expect((await events).map(({ event }) => numberOf(event))).toEqual([1, 2]);
  });
});

it('finds few events among very many, in order, and gives checkpoints on the way', async () => {
  const rare = `${mark}rare-1`;
  const { position } = await store.client.appendToStream(freshStream(), numberedEvents(1));
  for (let round = 0; round < 4; round += 1) {
    await store.client.appendToStream(rare, numberedEvents(1, round));
    for (let part = 0; part < 12; part += 1) await store.client.appendToStream(freshStream(), numberedEvents(500));
  }
  const checkpoints: bigint[] = [];
  const filter = streamNameFilter({
    prefixes: [`${mark}rare-`],
    checkpointInterval: 32,
    checkpointReached: async (_, { commit }) => void checkpoints.push(commit),
  });
  expect(await matches(filter, position ?? start)).toEqual([0, 1, 2, 3]);
  expect(checkpoints.length).toBeGreaterThan(0);
  expect(checkpoints).toEqual([...checkpoints].sort((left, right) => (left < right ? -1 : 1)));
  const last = checkpoints.at(-1) ?? 0n;
  expect(await matches(filter, { commit: last, prepare: last })).toEqual([]);
});

describe('checkpoints of a filtered subscription', () => {
  it('come every interval times the search window, count events that do not match, and are awaited', async () => {
    const { position } = await store.client.appendToStream(freshStream(), numberedEvents(1));
    const wanted = `${mark}wanted`;
    await store.client.appendToStream(freshStream(), numberedEvents(383));
    await store.client.appendToStream(wanted, numberedEvents(1, 42));
    const checkpoints: bigint[] = [];
    let running = 0;
    const filter = streamNameFilter({
      prefixes: [wanted],
      checkpointInterval: 2,
      async checkpointReached(_, { commit }) {
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        checkpoints.push(commit);
        running -= 1;
      },
    });
    const subscription = store.client.subscribeToAll({ fromPosition: position ?? START, filter });
    subscription.on('data', () => undefined);
    await reachedEnd(subscription);
    await subscription.unsubscribe();
    // 384 events in windows of 32: one checkpoint per two windows, and one more may come when it goes live.
    expect([6, 7]).toContain(checkpoints.length);
    expect(checkpoints).toEqual([...checkpoints].sort((left, right) => (left < right ? -1 : 1)));
  });

  it('never point behind an event not delivered: resuming from one repeats and misses nothing', async () => {
    const stream = `${mark}resumed`;
    const filler = freshStream();
    const { position: before } = await store.client.appendToStream(filler, numberedEvents(1));
    for (let number = 0; number < 60; number += 1) {
      await store.client.appendToStream(number % 3 === 0 ? stream : filler, numberedEvents(1, number));
    }
    const delivered: number[] = [];
    const seenAt: { after: number; position: Position }[] = [];
    const filter = streamNameFilter({
      prefixes: [stream],
      maxSearchWindow: 7,
      checkpointInterval: 1,
      checkpointReached: (_, position) => {
        seenAt.push({ after: delivered.length, position });
      },
    });
    const subscription = store.client.subscribeToAll({ fromPosition: before ?? START, filter });
    subscription.on('data', ({ event }) => delivered.push(numberOf(event)));
    await reachedEnd(subscription);
    await subscription.unsubscribe();
    expect(delivered).toEqual(Array.from({ length: 20 }, (_, index) => index * 3));
    expect(seenAt.length).toBeGreaterThan(5);
    for (const { after, position } of seenAt) {
      expect(position.commit).toBeLessThan(2n ** 63n);
      expect(await matches(streamNameFilter({ prefixes: [stream] }), position)).toEqual(delivered.slice(after));
    }
  });
});
