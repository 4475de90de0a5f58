import { randomUUID } from 'node:crypto';
import {
  ANY,
  binaryEvent,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
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
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
beforeAll(async () => {
  store = await startEventStore();
});
afterAll(() => store.stop());

/** Credentials on a call make the client use Append; without them it uses BatchAppend. */
const FLAVOURS = [
  { rpc: 'Append', options: { credentials: { username: 'admin', password: 'changeit' } } },
  { rpc: 'BatchAppend', options: {} },
];

describe.each(FLAVOURS)('appending by $rpc', ({ options }) => {
  it('gives revisions from 0 without gaps and the position of the last event', async () => {
    const stream = freshStream();
    const first = await store.client.appendToStream(stream, numberedEvents(3), options);
    const second = await store.client.appendToStream(stream, numberedEvents(2, 3), options);
    expect([first.success, first.nextExpectedRevision, second.nextExpectedRevision]).toEqual([true, 2n, 4n]);
    const events = await collect(store.client.readStream(stream));
    expect(events.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(events[2]?.event?.position).toEqual(first.position);
    expect(events[4]?.event?.position).toEqual(second.position);
  });

  it('returns what was written: id, type, data, metadata and time', async () => {
    const stream = freshStream();
    const json = jsonEvent({ type: 'Json-é', data: { text: 'ünï \u0018 \u0118' }, metadata: { by: 'test' } });
    const binary = binaryEvent({ type: 'Binary', data: Buffer.from([0, 1, 255]), metadata: Buffer.from([7, 8]) });
    const bare = jsonEvent({ type: 'Bare', data: {} });
    const before = Date.now();
    await store.client.appendToStream(stream, [json, binary, bare], options);
    const events = (await collect(store.client.readStream(stream))).map(({ event }) => event);
    expect(events[0]).toMatchObject({ ...pick(json), isJson: true, streamId: stream, revision: 0n });
    expect(events[1]).toMatchObject({ id: binary.id, isJson: false });
    expect(Buffer.from(events[1]?.data as Uint8Array)).toEqual(Buffer.from([0, 1, 255]));
    expect(Buffer.from(events[1]?.metadata as Uint8Array)).toEqual(Buffer.from([7, 8]));
    expect(events[2]?.metadata).toBeUndefined();
    const created = events[0]?.created.getTime() ?? 0;
    expect(created).toBeGreaterThanOrEqual(before);
    expect(created).toBeLessThanOrEqual(Date.now());
  });

  it('returns ids in lower case whatever case they were sent in', async () => {
    const stream = freshStream();
    const id = randomUUID();
    const event = jsonEvent({ id: id.toUpperCase(), type: 'Upper', data: {} });
    await store.client.appendToStream(stream, event, options);
    const [read] = await collect(store.client.readStream(stream));
    expect(read?.event?.id).toBe(id);
  });

  it.each([
    ['no stream, on a new stream', NO_STREAM, 0],
    ['any, on a new stream', ANY, 0],
    ['any, on a stream with events', ANY, 2],
    ['stream exists, on a stream with events', STREAM_EXISTS, 2],
    ['the exact revision', 1n, 2],
  ] as const)('accepts the expectation: %s', async (_, expectedRevision, existing) => {
    const stream = freshStream();
    if (existing > 0) await store.client.appendToStream(stream, numberedEvents(existing), options);
    const result = await store.client.appendToStream(stream, numberedEvents(1), { ...options, expectedRevision });
    expect(result.nextExpectedRevision).toBe(BigInt(existing));
  });

  it.each([
    ['no stream, on a stream with events', NO_STREAM, 2, 1n],
    ['stream exists, on a new stream', STREAM_EXISTS, 0, 'no_stream'],
    ['a revision, on a new stream', 3n, 0, 'no_stream'],
    ['a revision behind', 0n, 2, 1n],
    ['a revision ahead', 5n, 2, 1n],
  ] as const)('refuses with both versions named: %s', async (_, expectedRevision, existing, actualVersion) => {
    const stream = freshStream();
    if (existing > 0) await store.client.appendToStream(stream, numberedEvents(existing), options);
    const append = store.client.appendToStream(stream, numberedEvents(1), { ...options, expectedRevision });
    const error = await rejection(append);
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: expectedRevision, actualVersion });
    const read = existing === 0 ? [] : await collect(store.client.readStream(stream));
    expect(read).toHaveLength(existing);
  });

  it('writes nothing when the append holds no events', async () => {
    const stream = freshStream();
    await store.client.appendToStream(stream, numberedEvents(1), options);
    const result = await store.client.appendToStream(stream, [], options);
    expect(result).toMatchObject({ success: true, nextExpectedRevision: 0n });
    expect(await collect(store.client.readStream(stream))).toHaveLength(1);
  });

  it('keeps the events of one append together and in order', async () => {
    const streams = Array.from({ length: 20 }, () => freshStream());
    const results = await Promise.all(
      streams.map((stream) => store.client.appendToStream(stream, numberedEvents(10), options)),
    );
    for (const [index, stream] of streams.entries()) {
      const events = await collect(store.client.readStream(stream));
      expect(events.map(({ event }) => numberOf(event))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(events.at(-1)?.event?.position).toEqual(results[index]?.position);
    }
  });
});

/** How soon appends are answered under load is measured by a bench; here no slow machine may end them. */
const deadline = 240_000;

describe('appending at once', () => {
  it('answers a thousand concurrent appends of 1 KB to one stream', async () => {
    const stream = freshStream();
    const payload = 'x'.repeat(1024);
    const events = Array.from({ length: 1_000 }, () => jsonEvent({ type: 'Flood', data: { payload } }));
    const results = await Promise.all(events.map((event) => store.client.appendToStream(stream, event, { deadline })));
    const revisions = results.map(({ nextExpectedRevision }) => Number(nextExpectedRevision));
    expect(revisions.sort((left, right) => left - right)).toEqual(events.map((_, index) => index));
  });

  it('puts an append together again that the client cut into many chunks', async () => {
    const stream = freshStream();
    const result = await store.client.appendToStream(stream, numberedEvents(5000), {
      batchAppendSize: 1024,
      deadline,
    });
    expect(result.nextExpectedRevision).toBe(4999n);
    const events = await collect(store.client.readStream(stream));
    expect(events.map(({ event }) => numberOf(event))).toEqual(events.map((_, index) => index));
    expect(events).toHaveLength(5000);
  });

  it('lets exactly one of many writers with the same expected revision win', async () => {
    const stream = freshStream();
    await store.client.appendToStream(stream, numberedEvents(1));
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        store.client.appendToStream(stream, numberedEvents(1), { expectedRevision: 0n }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });
});

function pick({ id, type, data, metadata }: { id: string; type: string; data: unknown; metadata: unknown }) {
  return { id, type, data, metadata };
}
