import {
  ANY,
  BACKWARDS,
  END,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
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
beforeAll(async () => {
  store = await startEventStore();
});
afterAll(() => store.stop());

const read = (stream: string) => collect(store.client.readStream(stream));

/** Resolves when a read is refused because of a tombstone; for a moment a server may still show what was there. */
const refusedAsDeleted = (attempt: () => Promise<unknown>) =>
  expect.poll(() => attempt().catch((error: unknown) => error)).toBeInstanceOf(StreamDeletedError);

async function streamOf(count: number): Promise<string> {
  const stream = freshStream();
  await store.client.appendToStream(stream, numberedEvents(count));
  return stream;
}

async function deletedStream(): Promise<{ stream: string; events: ReturnType<typeof numberedEvents> }> {
  const stream = freshStream();
  const events = numberedEvents(3);
  await store.client.appendToStream(stream, events);
  await store.client.deleteStream(stream);
  return { stream, events };
}

describe('deleting a stream', () => {
  it.each([
    ['any', ANY],
    ['its exact revision', 2n],
  ] as const)('hides it, expecting %s', async (_, expectedRevision) => {
    const stream = await streamOf(3);
    const { position } = await store.client.deleteStream(stream, { expectedRevision });
    expect(position?.commit).toBeGreaterThan(0n);
    expect(await rejection(read(stream))).toBeInstanceOf(StreamNotFoundError);
  });

  it('is refused at another revision, with both versions named', async () => {
    const stream = await streamOf(3);
    const error = await rejection(store.client.deleteStream(stream, { expectedRevision: 7n }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 7n, actualVersion: 2n });
    expect(await read(stream)).toHaveLength(3);
  });

  it.each([ANY, NO_STREAM] as const)(
    'is refused for a name without events and metadata, expecting %s',
    async (expected) => {
      const error = await rejection(store.client.deleteStream(freshStream(), { expectedRevision: expected }));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({ actualVersion: -1n });
    },
  );

  it('works on a name that has only metadata, expecting no stream', async () => {
    const stream = freshStream();
    await store.client.setStreamMetadata(stream, { owner: 'owner-1' });
    await store.client.deleteStream(stream, { expectedRevision: NO_STREAM });
    expect((await store.client.getStreamMetadata(stream)).metadata).not.toHaveProperty('owner');
  });

  it('may be done twice', async () => {
    const { stream } = await deletedStream();
    await store.client.deleteStream(stream);
    expect(await rejection(read(stream))).toBeInstanceOf(StreamNotFoundError);
  });
});

describe('a deleted stream written again', () => {
  it.each([
    ['any', ANY],
    ['no stream', NO_STREAM],
    ['its last revision', 2n],
  ] as const)('shows only the new events, whose revisions go on, expecting %s', async (_, expectedRevision) => {
    const { stream } = await deletedStream();
    const result = await store.client.appendToStream(stream, numberedEvents(2, 10), { expectedRevision });
    expect(result.nextExpectedRevision).toBe(4n);
    const events = await read(stream);
    expect(events.map(({ event }) => [event?.revision, numberOf(event)])).toEqual([
      [3n, 10],
      [4n, 11],
    ]);
    const backwards = await collect(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
    expect(backwards).toHaveLength(2);
    expect((await store.client.getStreamMetadata(stream)).metadata).toMatchObject({ truncateBefore: 3 });
  });

  it('is refused expecting that it exists', async () => {
    const { stream } = await deletedStream();
    const append = store.client.appendToStream(stream, numberedEvents(1), { expectedRevision: STREAM_EXISTS });
    expect(await rejection(append)).toBeInstanceOf(StreamDeletedError);
  });

  it('stays deleted when the write repeats the old events', async () => {
    const { stream, events } = await deletedStream();
    const again = await store.client.appendToStream(stream, events);
    expect(again).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(await rejection(read(stream))).toBeInstanceOf(StreamNotFoundError);
  });

  it('exists and is empty when only its metadata is written', async () => {
    const { stream } = await deletedStream();
    await store.client.setStreamMetadata(stream, { maxCount: 10 });
    expect(await read(stream)).toEqual([]);
    expect((await store.client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 10, truncateBefore: 3 });
  });
});

describe('a tombstone', () => {
  it.each([
    ['any', ANY],
    ['its exact revision', 2n],
    ['that the stream exists', STREAM_EXISTS],
  ] as const)('ends reads and writes permanently, expecting %s', async (_, expectedRevision) => {
    const stream = await streamOf(3);
    // The client's types leave out "stream exists" here; the client sends it all the same.
    await store.client.tombstoneStream(stream, { expectedRevision: expectedRevision as typeof ANY });
    await refusedAsDeleted(() => read(stream));
    for (const expected of [ANY, NO_STREAM, STREAM_EXISTS, 2n] as const) {
      const append = store.client.appendToStream(stream, numberedEvents(1), { expectedRevision: expected });
      const error = await rejection(append);
      expect(error).toBeInstanceOf(StreamDeletedError);
      expect(error).toMatchObject({ streamName: stream });
    }
    expect(await rejection(store.client.tombstoneStream(stream))).toBeInstanceOf(StreamDeletedError);
    expect(await rejection(store.client.deleteStream(stream))).toBeInstanceOf(StreamDeletedError);
  });

  it.each([ANY, NO_STREAM] as const)('may be put on a name never written, expecting %s', async (expectedRevision) => {
    const stream = freshStream();
    await store.client.tombstoneStream(stream, { expectedRevision });
    await refusedAsDeleted(() => read(stream));
  });

  it('is refused at another revision', async () => {
    const stream = await streamOf(1);
    const error = await rejection(store.client.tombstoneStream(stream, { expectedRevision: 4n }));
    expect(error).toMatchObject({ type: 'wrong-expected-version', expectedVersion: 4n, actualVersion: 0n });
  });

  it('makes the metadata unreadable too', async () => {
    const stream = await streamOf(1);
    await store.client.setStreamMetadata(stream, { maxCount: 2 });
    await store.client.tombstoneStream(stream);
    await refusedAsDeleted(() => store.client.getStreamMetadata(stream));
  });

  it('is an event of type $streamDeleted in $all, with the largest revision', async () => {
    const stream = await streamOf(1);
    const { position } = await store.client.tombstoneStream(stream);
    const [item] = await collect(store.client.readAll({ fromPosition: position ?? START, maxCount: 1 }));
    expect(item?.event).toMatchObject({ streamId: stream, type: '$streamDeleted', revision: 2n ** 63n - 1n });
  });

  it('reaches a live subscriber as an event and then ends the subscription with an error', async () => {
    const stream = await streamOf(1);
    const subscription = store.client.subscribeToStream(stream, { fromRevision: START });
    const types: string[] = [];
    const ended = rejection(
      (async () => {
        for await (const { event } of subscription) types.push(event?.type ?? '');
      })(),
    );
    await new Promise<void>((resolve) => subscription.on('caughtUp', () => resolve()));
    await store.client.tombstoneStream(stream);
    expect(await ended).toBeInstanceOf(StreamDeletedError);
    expect(types).toEqual(['Numbered', '$streamDeleted']);
  });

  it('refuses new subscribers', async () => {
    const stream = await streamOf(1);
    await store.client.tombstoneStream(stream);
    await refusedAsDeleted(() => take(store.client.subscribeToStream(stream, { fromRevision: START }), 1));
  });
});
