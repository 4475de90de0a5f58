import { END, START } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  numberOf,
  realServerUrl,
  startEventStore,
  take,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
beforeAll(async () => {
  store = await startEventStore();
});
afterAll(() => store.stop());

type Subscription = ReturnType<EventStoreUnderTest['client']['subscribeToStream']>;

/** Names what a subscription does, in order, until `until` is satisfied. */
function story(subscription: Subscription, until: (steps: string[]) => boolean): Promise<string[]> {
  const steps: string[] = [];
  return new Promise((resolve, reject) => {
    const add = (step: string) => {
      steps.push(step);
      if (until(steps)) resolve(steps);
    };
    subscription.on('confirmation', () => add('confirmed'));
    subscription.on('caughtUp', () => add('caught up'));
    subscription.on('data', ({ event }) => add(String(numberOf(event))));
    subscription.on('error', reject);
  });
}

const reached = (subscription: Subscription, name: 'caughtUp' | 'confirmation') =>
  new Promise<void>((resolve, reject) => {
    subscription.on(name, () => resolve());
    subscription.on('error', reject);
  });

describe('a subscription to a stream', () => {
  it('confirms, delivers the past, says it caught up once, then delivers what is written', async () => {
    const stream = freshStream();
    await store.client.appendToStream(stream, numberedEvents(3));
    const subscription = store.client.subscribeToStream(stream, { fromRevision: START });
    const caughtUp = reached(subscription, 'caughtUp');
    const steps = story(subscription, (so) => so.at(-1) === '4');
    await caughtUp;
    await store.client.appendToStream(stream, numberedEvents(2, 3));
    expect(await steps).toEqual(['confirmed', '0', '1', '2', 'caught up', '3', '4']);
    await subscription.unsubscribe();
  });

  it('starts after the revision it is given', async () => {
    const stream = freshStream();
    await store.client.appendToStream(stream, numberedEvents(5));
    const events = await take(store.client.subscribeToStream(stream, { fromRevision: 2n }), 2);
    expect(events.map(({ event }) => numberOf(event))).toEqual([3, 4]);
  });

  it('from the end delivers only what is written afterwards', async () => {
    const stream = freshStream();
    await store.client.appendToStream(stream, numberedEvents(5));
    const subscription = store.client.subscribeToStream(stream, { fromRevision: END });
    const caughtUp = reached(subscription, 'caughtUp');
    const steps = story(subscription, (so) => so.length === 3);
    await caughtUp;
    await store.client.appendToStream(stream, numberedEvents(1, 5));
    expect(await steps).toEqual(['confirmed', 'caught up', '5']);
    await subscription.unsubscribe();
  });

  it('waits for a stream that does not exist yet', async () => {
    const stream = freshStream();
    const subscription = store.client.subscribeToStream(stream, { fromRevision: START });
    const confirmed = reached(subscription, 'confirmation');
    const steps = story(subscription, (so) => so.includes('1'));
    await confirmed;
    await store.client.appendToStream(stream, numberedEvents(2));
    // Servers differ in when they say that nothing is there to catch up with.
    expect((await steps).filter((step) => step !== 'caught up')).toEqual(['confirmed', '0', '1']);
    await subscription.unsubscribe();
  });

  it('delivers live events of its own stream only', async () => {
    const mine = freshStream();
    const other = freshStream();
    const subscription = store.client.subscribeToStream(mine, { fromRevision: START });
    const events = take(subscription, 3);
    for (let number = 0; number < 3; number += 1) {
      await store.client.appendToStream(other, numberedEvents(1, 100 + number));
      await store.client.appendToStream(mine, numberedEvents(1, number));
    }
    expect((await events).map(({ event }) => numberOf(event))).toEqual([0, 1, 2]);
  });
});

describe('a subscription to $all', () => {
  it('starts after the position it is given', async () => {
    const stream = freshStream();
    const { position } = await store.client.appendToStream(stream, numberedEvents(1));
    await store.client.appendToStream(stream, numberedEvents(2, 1));
    const events = await take(store.client.subscribeToAll({ fromPosition: position ?? START }), 2);
    expect(events.map(({ event }) => event?.revision)).toEqual([1n, 2n]);
  });

  it('from the end delivers only what is written afterwards', async () => {
    const stream = freshStream();
    await store.client.appendToStream(stream, numberedEvents(3));
    const subscription = store.client.subscribeToAll({ fromPosition: END });
    const first = take(subscription, 1);
    await new Promise<void>((resolve) => subscription.on('caughtUp', () => resolve()));
    await store.client.appendToStream(stream, numberedEvents(1, 3));
    const [event] = await first;
    expect(event?.event).toMatchObject({ streamId: stream, revision: 3n });
  });
});

describe('coming and going', () => {
  it('survives 80 rounds of append, subscribe, append', async () => {
    for (let round = 0; round < 80; round += 1) {
      const stream = freshStream();
      await store.client.appendToStream(stream, numberedEvents(1));
      const events = take(store.client.subscribeToStream(stream, { fromRevision: START }), 2);
      await store.client.appendToStream(stream, numberedEvents(1, 1));
      expect((await events).map(({ event }) => numberOf(event))).toEqual([0, 1]);
    }
  });
});

/** Servers up to 23.10 cut off a live subscriber that is more than 32 events behind, which a burst is enough for. */
describe.skipIf(realServerUrl !== undefined)('embedded node only: subscribers behind more than a few events', () => {
  it('lose and repeat nothing while writers run from before they start until after they caught up', async () => {
    const stream = freshStream();
    const count = 2000;
    const writing = (async () => {
      for (let number = 0; number < count; number += 50) {
        await store.client.appendToStream(stream, numberedEvents(50, number));
      }
    })();
    const events = await take(store.client.subscribeToStream(stream, { fromRevision: START }), count);
    await writing;
    expect(events.map(({ event }) => numberOf(event))).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it('get every event in the same order, however many they are', async () => {
    const stream = freshStream();
    const { position } = await store.client.appendToStream(stream, numberedEvents(1));
    const followers = Array.from({ length: 20 }, () =>
      take(store.client.subscribeToAll({ fromPosition: position ?? START }), 50),
    );
    await Promise.all(numberedEvents(50, 1).map((event) => store.client.appendToStream(stream, event)));
    const orders = (await Promise.all(followers)).map((events) => events.map(({ event }) => event?.id).join());
    expect(new Set(orders).size).toBe(1);
  });

  it('get everything in order, at their own pace, while others are served', async () => {
    const stream = freshStream();
    const count = 400;
    const payload = 'x'.repeat(50_000);
    const subscription = store.client.subscribeToStream(stream, { fromRevision: START });
    await reached(subscription, 'confirmation');
    const large = numberedEvents(count).map((event) => ({ ...event, data: { ...event.data, payload } }));
    for (let index = 0; index < count; index += 20) {
      await store.client.appendToStream(stream, large.slice(index, index + 20));
    }
    // Nothing was taken from the subscription so far: 20 MB are waiting for it.
    expect(await collect(store.client.readStream(stream, { maxCount: 5 }))).toHaveLength(5);
    const events = await take(subscription, count);
    expect(events.map(({ event }) => numberOf(event))).toEqual(Array.from({ length: count }, (_, index) => index));
  });
});
