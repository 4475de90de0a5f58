import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../infra/operations/test/limits.ts';
import {
  collect,
  type SpawnedEventStore,
  spawnEventStore,
  temporaryDirectory,
} from '../support/engines/eventstore-node.ts';

/** The log dies so often while it removes what is hidden; `KILLS=100` for the long form. */
const kills = Number(process.env.KILLS ?? 2);
const streams = 3;
/** The index keeps 32,768 entries, and what it has not given to the tables stays: about 6,000 of those that are hidden are removed. */
const eventsEach = 14_000;
const batch = 500;
/** The newest events of a limited stream that stay readable. */
const kept = 20;

const directory = temporaryDirectory();
let eventStore: SpawnedEventStore;
let client: EventStoreDBClient;

async function start(): Promise<void> {
  eventStore = await spawnEventStore(directory.path);
  client = EventStoreDBClient.connectionString(eventStore.url);
}

beforeAll(start);
afterAll(async () => {
  await client.dispose();
  await eventStore.stop('SIGTERM');
  directory.remove();
});

const streamName = (number: number): string => `scavenged-${number}`;
const isLimited = (number: number): boolean => number % 3 !== 0;

/** Fills the streams in turns, so that events of all of them lie beside each other. */
async function fill(): Promise<void> {
  for (let from = 0; from < eventsEach; from += batch) {
    for (let number = 0; number < streams; number += 1) {
      const appended = Array.from({ length: batch }, (_, offset) =>
        jsonEvent({ type: 'Numbered', data: { number: from + offset } }),
      );
      await client.appendToStream(streamName(number), appended);
    }
  }
  for (let number = 0; number < streams; number += 1)
    if (isLimited(number)) await client.setStreamMetadata(streamName(number), { maxCount: kept });
}

/** Place and id of each event that the log gives out. */
async function wholeLog(): Promise<ReadonlyMap<bigint, string>> {
  const events = new Map<bigint, string>();
  for await (const { event } of client.readAll({ fromPosition: START }))
    if (event !== undefined) events.set(event.position.commit, `${event.streamId} ${event.revision} ${event.id}`);
  return events;
}

async function revisions(stream: string): Promise<readonly bigint[]> {
  return (await collect(client.readStream(stream))).map(({ event }) => event?.revision ?? -1n);
}

it(
  'removes what is hidden although it is killed at it again and again, and neither moves nor loses anything else',
  async () => {
    await fill();
    const before = await wholeLog();
    let after = before;
    for (let kill = 0; kill < kills || after.size === before.size; kill += 1) {
      await client.dispose();
      await eventStore.stop('SIGKILL');
      await start();
      await client.appendToStream('scavenged-fresh', jsonEvent({ type: 'Numbered', data: { number: kill } }));
      after = await wholeLog();
      const moved = [...after].filter(
        ([position, event]) => !event.includes('-fresh ') && before.get(position) !== event,
      );
      expect(moved).toEqual([]);
      for (let number = 0; number < streams; number += 1) {
        const first = isLimited(number) ? eventsEach - kept : 0;
        const expected = Array.from({ length: eventsEach - first }, (_, offset) => BigInt(first + offset));
        expect(await revisions(streamName(number))).toEqual(expected);
      }
    }
    await expect.poll(async () => before.size - (await wholeLog()).size).toBeGreaterThan(4000);
    expect(await client.getStreamMetadata(streamName(1))).toMatchObject({ metadata: { maxCount: kept } });
  },
  limits.longTestMs,
);
