import { BACKWARDS, END, FORWARDS, type Position, START, streamNameFilter } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  numberOf,
  startEventStore,
  take,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
const first = freshStream();
const other = freshStream();
const written: Position[] = [];

beforeAll(async () => {
  store = await startEventStore();
  for (let number = 0; number < 20; number += 1) {
    const { position } = await store.client.appendToStream(number % 2 === 0 ? first : other, numberedEvents(1, number));
    if (position !== undefined) written.push(position);
  }
});
afterAll(() => store.stop());

const ours = (items: Awaited<ReturnType<typeof readAll>>) =>
  items.filter(({ event }) => event?.streamId === first || event?.streamId === other);
const readAll = (options: Parameters<EventStoreUnderTest['client']['readAll']>[0]) =>
  collect(store.client.readAll(options));
const at = (index: number): Position => written[index] ?? { commit: 0n, prepare: 0n };
const forwardNumbers = Array.from({ length: 20 }, (_, index) => index);

describe('reading $all', () => {
  it('delivers the events of all streams in the order they were written', async () => {
    const events = ours(await readAll({ fromPosition: START }));
    expect(events.map(({ event }) => numberOf(event))).toEqual(forwardNumbers);
    expect(events.map(({ event }) => event?.position)).toEqual(written);
  });

  it('has rising positions whose commit and prepare are equal', async () => {
    const positions = ours(await readAll({ fromPosition: START })).map(({ event }) => event?.position);
    for (const [index, position] of positions.entries()) {
      expect(position?.commit).toBe(position?.prepare);
      expect(position?.commit).toBeGreaterThan(positions[index - 1]?.commit ?? 0n);
    }
  });

  it('holds system events beside those of users', async () => {
    const types = (await readAll({ fromPosition: START })).map(({ event }) => event?.type ?? '');
    expect(types.some((type) => type.startsWith('$'))).toBe(true);
  });

  it('includes the event at the position forwards and leaves it out backwards', async () => {
    const forwards = await readAll({ fromPosition: at(5), direction: FORWARDS, maxCount: 2 });
    expect(forwards.map(({ event }) => numberOf(event))).toEqual([5, 6]);
    const backwards = await readAll({ fromPosition: at(5), direction: BACKWARDS, maxCount: 2 });
    expect(backwards.map(({ event }) => numberOf(event))).toEqual([4, 3]);
  });

  it('runs backwards from the end', async () => {
    const events = ours(await readAll({ fromPosition: END, direction: BACKWARDS }));
    expect(events.map(({ event }) => numberOf(event))).toEqual([...forwardNumbers].reverse());
  });

  it('is empty backwards from the start and forwards from the end', async () => {
    expect(await readAll({ fromPosition: START, direction: BACKWARDS })).toEqual([]);
    expect(await readAll({ fromPosition: END, direction: FORWARDS })).toEqual([]);
  });

  it('still shows events that metadata or a delete hides in their stream', async () => {
    const stream = freshStream();
    const { position } = await store.client.appendToStream(stream, numberedEvents(3));
    await store.client.setStreamMetadata(stream, { maxCount: 1 });
    await store.client.deleteStream(stream);
    const before = await readAll({ fromPosition: position ?? START, direction: FORWARDS });
    expect(before.some(({ event }) => event?.streamId === stream)).toBe(true);
    const all = await readAll({ fromPosition: START });
    expect(all.filter(({ event }) => event?.streamId === stream)).toHaveLength(3);
    expect(all.filter(({ event }) => event?.streamId === `$$${stream}`)).toHaveLength(2);
  });

  it('agrees event for event with a subscription over the same part', async () => {
    const filter = streamNameFilter({ prefixes: [first, other] });
    const seen = await take(store.client.subscribeToAll({ fromPosition: START, filter }), 20);
    expect(seen.map(({ event }) => numberOf(event))).toEqual(forwardNumbers);
  });
});
