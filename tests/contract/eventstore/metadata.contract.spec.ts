import { BACKWARDS, binaryEvent, END, jsonEvent, START, WrongExpectedVersionError } from '@eventstore/db-client';
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

async function streamOf(count: number): Promise<string> {
  const stream = freshStream();
  await store.client.appendToStream(stream, numberedEvents(count));
  return stream;
}

async function readable(stream: string, options = {}): Promise<number[]> {
  return (await collect(store.client.readStream(stream, options))).map(({ event }) => numberOf(event));
}

/** Writes metadata the client would not let through. */
const writeRawMetadata = (stream: string, json: string) =>
  store.client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: JSON.parse(json) }));

describe('stream metadata', () => {
  it('is empty for a stream that has none', async () => {
    const stream = freshStream();
    expect(await store.client.getStreamMetadata(stream)).toEqual({ streamName: stream });
  });

  it('comes back as written, own keys included, and the latest wins', async () => {
    const stream = freshStream();
    await store.client.setStreamMetadata(stream, { maxCount: 99 });
    const metadata = { maxCount: 5, maxAge: 60, truncateBefore: 2, cacheControl: 7, owner: 'us', nested: { a: [1] } };
    await store.client.setStreamMetadata(stream, metadata);
    expect((await store.client.getStreamMetadata(stream)).metadata).toEqual(metadata);
    const all = await collect(store.client.readStream(`$$${stream}`));
    expect(all.map(({ event }) => event?.revision)).toEqual([1n]);
  });

  it('is written under the expected revision of its own stream', async () => {
    const stream = await streamOf(3);
    await store.client.setStreamMetadata(stream, { maxCount: 2 }, { expectedRevision: 'no_stream' });
    const late = store.client.setStreamMetadata(stream, { maxCount: 1 }, { expectedRevision: 'no_stream' });
    expect(await rejection(late)).toBeInstanceOf(WrongExpectedVersionError);
  });
});

describe('truncation by metadata', () => {
  it('shows only the newest events with a maximum count, in both directions', async () => {
    const stream = await streamOf(10);
    await store.client.setStreamMetadata(stream, { maxCount: 3 });
    expect(await readable(stream)).toEqual([7, 8, 9]);
    expect(await readable(stream, { direction: BACKWARDS, fromRevision: END })).toEqual([9, 8, 7]);
    await store.client.appendToStream(stream, numberedEvents(1, 10));
    expect(await readable(stream)).toEqual([8, 9, 10]);
  });

  it('shows only events from a revision on with truncateBefore', async () => {
    const stream = await streamOf(10);
    await store.client.setStreamMetadata(stream, { truncateBefore: 6 });
    expect(await readable(stream)).toEqual([6, 7, 8, 9]);
    expect(await readable(stream, { fromRevision: 2n })).toEqual([6, 7, 8, 9]);
    expect(await readable(stream, { direction: BACKWARDS, fromRevision: 4n })).toEqual([]);
  });

  it('takes the stricter of both limits', async () => {
    const stream = await streamOf(10);
    await store.client.setStreamMetadata(stream, { maxCount: 8, truncateBefore: 6 });
    expect(await readable(stream)).toEqual([6, 7, 8, 9]);
  });

  it('leaves an existing, empty stream when everything is cut off', async () => {
    const stream = await streamOf(3);
    await store.client.setStreamMetadata(stream, { truncateBefore: 50 });
    expect(await readable(stream)).toEqual([]);
    const { nextExpectedRevision } = await store.client.appendToStream(stream, numberedEvents(1, 3), {
      expectedRevision: 2n,
    });
    expect(nextExpectedRevision).toBe(3n);
  });

  it('hides events that are older than the maximum age', async () => {
    const stream = await streamOf(2);
    await store.client.setStreamMetadata(stream, { maxAge: 1 });
    await expect.poll(() => readable(stream)).toEqual([]);
    await store.client.appendToStream(stream, numberedEvents(1, 2));
    expect(await readable(stream)).toEqual([2]);
  });

  it('applies to the past that a subscription catches up with', async () => {
    const stream = await streamOf(10);
    await store.client.setStreamMetadata(stream, { maxCount: 2 });
    const events = await take(store.client.subscribeToStream(stream, { fromRevision: START }), 2);
    expect(events.map(({ event }) => numberOf(event))).toEqual([8, 9]);
  });

  it('can be taken back, which shows the events again', async () => {
    const stream = await streamOf(5);
    await store.client.setStreamMetadata(stream, { maxCount: 1 });
    await store.client.setStreamMetadata(stream, {});
    expect(await readable(stream)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('metadata that makes no sense', () => {
  it.each([
    ['a count of zero is no limit', '{"$maxCount":0}', 5],
    ['a negative count is no limit, other keys hold', '{"$maxCount":-4,"$tb":3}', 2],
    ['a fraction makes the whole event count as empty', '{"$maxCount":1.5,"$tb":3}', 5],
    ['a text makes the whole event count as empty', '{"$maxCount":"2","$tb":3}', 5],
    ['a list is no metadata', '[1]', 5],
    // Text of 2^63 - 1; as a JavaScript number it is written as 9223372036854776000, which does not fit any more.
    ['a number past the largest revision is no deletion', '{"$tb":9223372036854775807}', 5],
  ])('is ignored as the real server does: %s', async (_, json, visible) => {
    const stream = await streamOf(5);
    await writeRawMetadata(stream, json);
    expect(await readable(stream)).toHaveLength(visible);
  });

  it('is ignored when it is not flagged as JSON', async () => {
    const stream = await streamOf(5);
    const data = Buffer.from('{"$maxCount":1}');
    await store.client.appendToStream(`$$${stream}`, binaryEvent({ type: '$metadata', data }));
    expect(await readable(stream)).toHaveLength(5);
  });
});
