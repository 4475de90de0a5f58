import { ANY, NO_STREAM, STREAM_EXISTS, WrongExpectedVersionError } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  realServerUrl,
  rejection,
  startEventStore,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
beforeAll(async () => {
  store = await startEventStore();
});
afterAll(() => store.stop());

type Expected = 'any' | 'stream_exists' | 'no_stream' | bigint;

/** A stream of two batches: events 0 and 1, then events 2, 3 and 4. */
async function streamOfTwoBatches() {
  const stream = freshStream();
  const first = numberedEvents(2);
  const second = numberedEvents(3, 2);
  await store.client.appendToStream(stream, first);
  const { position } = await store.client.appendToStream(stream, second, { expectedRevision: 1n });
  return { stream, first, second, position };
}

const length = async (stream: string) => (await collect(store.client.readStream(stream))).length;

describe('an append sent again', () => {
  it.each<[string, Expected]>([
    ['any', ANY],
    ['stream exists', STREAM_EXISTS],
    ['the revision it was first sent with', 1n],
  ])('succeeds with the same answer and writes nothing, expecting %s', async (_, expectedRevision) => {
    const { stream, second, position } = await streamOfTwoBatches();
    const again = await store.client.appendToStream(stream, second, { expectedRevision });
    expect(again).toMatchObject({ success: true, nextExpectedRevision: 4n, position });
    expect(await length(stream)).toBe(5);
  });

  it('succeeds expecting no stream when it was the first batch', async () => {
    const { stream, first } = await streamOfTwoBatches();
    const again = await store.client.appendToStream(stream, first, { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).toBe(1n);
    expect(await length(stream)).toBe(5);
  });

  it('is refused expecting no stream when it was a later batch', async () => {
    const { stream, second } = await streamOfTwoBatches();
    const again = store.client.appendToStream(stream, second, { expectedRevision: NO_STREAM });
    expect(await rejection(again)).toBeInstanceOf(WrongExpectedVersionError);
  });

  it('is written again when the current revision is expected', async () => {
    const { stream, second } = await streamOfTwoBatches();
    const again = await store.client.appendToStream(stream, second, { expectedRevision: 4n });
    expect(again.nextExpectedRevision).toBe(7n);
    expect(await length(stream)).toBe(8);
    // From then on the ids belong to their first write.
    const third = await store.client.appendToStream(stream, second, { expectedRevision: ANY });
    expect(third.nextExpectedRevision).toBe(4n);
  });
});

describe('an append that repeats only part', () => {
  it.each<[string, Expected]>([
    ['any', ANY],
    ['stream exists', STREAM_EXISTS],
    ['the original revision', 1n],
    ['no stream', NO_STREAM],
  ])('is refused when it starts with known events and goes on with new ones, expecting %s', async (_, expected) => {
    const { stream, second } = await streamOfTwoBatches();
    const longer = [...second, ...numberedEvents(1, 5)];
    const error = await rejection(store.client.appendToStream(stream, longer, { expectedRevision: expected }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ actualVersion: 4n });
    expect(await length(stream)).toBe(5);
  });

  it('succeeds expecting any when all its events are known, with the revision of the last one given', async () => {
    const { stream, second } = await streamOfTwoBatches();
    const result = await store.client.appendToStream(stream, second.slice(0, 2), { expectedRevision: ANY });
    expect(result.nextExpectedRevision).toBe(3n);
    expect(await length(stream)).toBe(5);
  });

  it('succeeds with a revision exactly where the known events follow it', async () => {
    const { stream, second } = await streamOfTwoBatches();
    const tail = second.slice(1);
    const aligned = await store.client.appendToStream(stream, tail, { expectedRevision: 2n });
    expect(aligned.nextExpectedRevision).toBe(4n);
    const misaligned = store.client.appendToStream(stream, tail, { expectedRevision: 1n });
    expect(await rejection(misaligned)).toBeInstanceOf(WrongExpectedVersionError);
  });

  it('is written whole expecting any when its first event is new', async () => {
    const { stream, second } = await streamOfTwoBatches();
    const [repeated] = second;
    const events = [...numberedEvents(1, 5), ...(repeated === undefined ? [] : [repeated])];
    const result = await store.client.appendToStream(stream, events, { expectedRevision: ANY });
    expect(result.nextExpectedRevision).toBe(6n);
  });
});

describe('event ids', () => {
  it('are compared per stream, so that another stream takes the same event', async () => {
    const events = numberedEvents(2);
    const firstStream = freshStream();
    const other = freshStream();
    await store.client.appendToStream(firstStream, events, { expectedRevision: NO_STREAM });
    await store.client.appendToStream(other, events, { expectedRevision: NO_STREAM });
    expect([await length(firstStream), await length(other)]).toEqual([2, 2]);
  });
});

/** A real server drops a copy that comes while the first is under way, and answers it with a timeout. */
describe.skipIf(realServerUrl !== undefined)('embedded node only: an append sent many times at once', () => {
  it('is recognised when all copies are under way at once', async () => {
    const stream = freshStream();
    const events = numberedEvents(3);
    const results = await Promise.all(Array.from({ length: 30 }, () => store.client.appendToStream(stream, events)));
    expect(new Set(results.map(({ nextExpectedRevision }) => nextExpectedRevision))).toEqual(new Set([2n]));
    expect(await length(stream)).toBe(3);
  });
});
