import { BACKWARDS, END, FORWARDS, START, StreamNotFoundError } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  numberOf,
  rejection,
  startEventStore,
  take,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
const stream = freshStream();
beforeAll(async () => {
  store = await startEventStore();
  await store.client.appendToStream(stream, numberedEvents(100));
});
afterAll(() => store.stop());

type ReadOptions = Parameters<EventStoreUnderTest['client']['readStream']>[1];

async function numbers(options: ReadOptions): Promise<number[]> {
  return (await collect(store.client.readStream(stream, options))).map(({ event }) => numberOf(event));
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('reading a stream', () => {
  it.each([
    ['forwards from the start', { direction: FORWARDS, fromRevision: START }, range(0, 99)],
    ['forwards from a revision, including it', { direction: FORWARDS, fromRevision: 97n }, [97, 98, 99]],
    ['forwards from beyond the last event, nothing', { direction: FORWARDS, fromRevision: 100n }, []],
    ['backwards from the end', { direction: BACKWARDS, fromRevision: END }, range(0, 99).reverse()],
    ['backwards from a revision, including it', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
    ['backwards from beyond the end, all', { direction: BACKWARDS, fromRevision: 500n }, range(0, 99).reverse()],
    ['backwards from the start, the first event', { direction: BACKWARDS, fromRevision: START }, [0]],
    ['at most the given count', { direction: FORWARDS, fromRevision: 10n, maxCount: 3 }, [10, 11, 12]],
    ['at most the given count backwards', { direction: BACKWARDS, fromRevision: END, maxCount: 2 }, [99, 98]],
  ] as const)('delivers %s', async (_, options, expected) => {
    expect(await numbers(options)).toEqual(expected);
  });

  it('gives every event its position, the same as $all does', async () => {
    const [first] = await collect(store.client.readStream(stream, { maxCount: 1 }));
    const position = first?.event?.position;
    expect(position).toBeDefined();
    if (position === undefined) return;
    const [same] = await collect(store.client.readAll({ fromPosition: position, maxCount: 1 }));
    expect(same?.event).toEqual(first?.event);
  });

  it('reports a stream that was never written as not found', async () => {
    const missing = freshStream();
    const error = await rejection(collect(store.client.readStream(missing)));
    expect(error).toBeInstanceOf(StreamNotFoundError);
    expect(error).toMatchObject({ streamName: missing });
  });

  it('reads names with any characters, and very long names', async () => {
    for (const name of [freshStream('größe/☂ $x'), freshStream('n'.repeat(1500))]) {
      await store.client.appendToStream(name, numberedEvents(2));
      const events = await collect(store.client.readStream(name));
      expect(events.map(({ event }) => event?.streamId)).toEqual([name, name]);
    }
  });

  it('stops sending when the reader stops reading', async () => {
    const seen = await take(store.client.readStream(stream), 3);
    expect(seen.map(({ event }) => numberOf(event))).toEqual([0, 1, 2]);
    expect(await numbers({ maxCount: 1 })).toEqual([0]);
  });

  it('sees an acknowledged append with the next read', async () => {
    const name = freshStream();
    for (let revision = 0; revision < 50; revision += 1) {
      await store.client.appendToStream(name, numberedEvents(1, revision));
      const [last] = await collect(
        store.client.readStream(name, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
      );
      expect(numberOf(last?.event)).toBe(revision);
    }
  });
});
