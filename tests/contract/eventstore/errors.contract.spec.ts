import {
  DeadlineExceededError,
  jsonEvent,
  MaxAppendSizeExceededError,
  START,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client';
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

const UNIMPLEMENTED = 12;

const FLAVOURS = [
  { rpc: 'Append', options: { credentials: { username: 'admin', password: 'changeit' } } },
  { rpc: 'BatchAppend', options: {} },
];

describe.each(FLAVOURS)('refusals of $rpc', ({ options }) => {
  it('name the limit when an append is larger than 1 MiB, and write nothing', async () => {
    const stream = freshStream();
    const payload = 'x'.repeat(100_000);
    const events = Array.from({ length: 11 }, () => jsonEvent({ type: 'Large', data: { payload } }));
    const error = await rejection(store.client.appendToStream(stream, events, options));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 1048576 });
    const retry = await store.client.appendToStream(stream, events.slice(0, 10), options);
    expect(retry.nextExpectedRevision).toBe(9n);
  });

  it('say that the deadline has passed when a large append cannot be made in a millisecond', async () => {
    const append = store.client.appendToStream(freshStream(), numberedEvents(30_000), { ...options, deadline: 1 });
    expect(await rejection(append)).toBeInstanceOf(DeadlineExceededError);
  });

  it('take 30000 small events in one append, which are below the limit', async () => {
    const stream = freshStream();
    // The client's own deadline of 10 s is too short for so many on a busy machine.
    const unhurried = { ...options, deadline: 100_000 };
    const { nextExpectedRevision } = await store.client.appendToStream(stream, numberedEvents(30_000), unhurried);
    expect(nextExpectedRevision).toBe(29_999n);
  });

  it('name a deleted stream', async () => {
    const stream = freshStream();
    await store.client.tombstoneStream(stream);
    const append = store.client.appendToStream(stream, numberedEvents(1), options);
    expect(await rejection(append)).toBeInstanceOf(StreamDeletedError);
  });

  it('leave the connection usable', async () => {
    const stream = freshStream();
    await rejection(store.client.appendToStream(stream, numberedEvents(1), { ...options, expectedRevision: 9n }));
    const { success } = await store.client.appendToStream(stream, numberedEvents(1), options);
    expect(success).toBe(true);
  });
});

describe('refusals of a read', () => {
  it('leave out a position beyond the end, where a read is empty', async () => {
    const fromPosition = { commit: 2n ** 60n, prepare: 2n ** 60n };
    expect(await collect(store.client.readAll({ fromPosition }))).toEqual([]);
  });

  it('report a regular expression that is none', async () => {
    const filter = { filterOn: 'eventType', regex: '(', checkpointInterval: 1 } as const;
    const subscription = store.client.subscribeToAll({ fromPosition: START, filter });
    expect(await rejection(collect(subscription))).toBeInstanceOf(UnknownError);
  });
});

describe.skipIf(realServerUrl !== undefined)('embedded node only: what it does not offer', () => {
  it('is answered as not implemented', async () => {
    expect(await rejection(store.client.listProjections())).toMatchObject({ code: UNIMPLEMENTED });
    expect(await rejection(store.client.disableProjection('none'))).toMatchObject({ code: UNIMPLEMENTED });
  });
});
