import { existsSync, readdirSync } from 'node:fs';
import {
  EventStoreDBClient,
  jsonEvent,
  START,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import {
  collect,
  freshStream,
  numberedEvents,
  realServerUrl,
  rejection,
  spawnEventStore,
  temporaryDirectory,
} from '../../support/engines/eventstore-node.ts';

const connect = (url: string) => EventStoreDBClient.connectionString(url);

/** Starting a node several times takes its time on a busy machine. */
const RESTARTS_MS = 120_000;

/**
 * Keeps many writers busy, calls `onReached` when `afterAcks` events are acknowledged, and puts the id of each
 * acknowledged event into `ledger`. A writer ends with its first refused append.
 */
function startWriters(client: EventStoreDBClient, afterAcks: number, ledger: string[], onReached: () => void): void {
  const goal = ledger.length + afterAcks;
  const writer = async (stream: string) => {
    for (;;) {
      const events = [0, 1].map((number) => jsonEvent({ type: 'Ledger', data: { number } }));
      try {
        await client.appendToStream(stream, events);
      } catch {
        return;
      }
      const before = ledger.length;
      ledger.push(...events.map(({ id }) => id));
      if (before < goal && ledger.length >= goal) onReached();
    }
  };
  for (let index = 0; index < 40; index += 1) void writer(freshStream(`writer${index}`));
}

describe.skipIf(realServerUrl !== undefined)('embedded node only: a node that is killed', () => {
  it(
    'has every acknowledged event after each restart, whole appends only, and nothing twice',
    async () => {
      const directory = temporaryDirectory();
      const ledger: string[] = [];
      for (const afterAcks of [50, 700, 2000]) {
        const node = await spawnEventStore(directory.path);
        const client = connect(node.url);
        const killed = new Promise<number | null>((resolve) => {
          startWriters(client, afterAcks, ledger, () => resolve(node.stop('SIGKILL')));
        });
        expect(await killed).toBeNull();
        await client.dispose();
      }
      expect(ledger.length).toBeGreaterThanOrEqual(2750);
      const node = await spawnEventStore(directory.path);
      const client = connect(node.url);
      const events = (await collect(client.readAll({ fromPosition: START }))).flatMap(({ event }) => event ?? []);
      const ours = events.filter(({ type }) => type === 'Ledger');
      const ids = new Set(ours.map(({ id }) => id));
      expect(ledger.filter((id) => !ids.has(id))).toEqual([]);
      expect(ids.size).toBe(ours.length);
      const lastRevisions = new Map(ours.map(({ streamId, revision }) => [streamId, Number(revision)]));
      expect([...lastRevisions.values()].filter((revision) => revision % 2 === 0)).toEqual([]);
      await client.dispose();
      await node.stop('SIGTERM');
      directory.remove();
    },
    RESTARTS_MS,
  );

  it(
    'still knows streams, metadata, deletions and event ids',
    async () => {
      const directory = temporaryDirectory();
      const first = await spawnEventStore(directory.path);
      const kept = freshStream();
      const cut = freshStream();
      const deleted = freshStream();
      const events = numberedEvents(3);
      const before = connect(first.url);
      for (const stream of [kept, cut, deleted]) await before.appendToStream(stream, events);
      await before.setStreamMetadata(cut, { maxCount: 1 });
      await before.tombstoneStream(deleted);
      await first.stop('SIGKILL');
      await before.dispose();

      const second = await spawnEventStore(directory.path);
      const client = connect(second.url);
      expect(await collect(client.readStream(cut))).toHaveLength(1);
      expect(await rejection(collect(client.readStream(deleted)))).toMatchObject({ type: 'stream-deleted' });
      expect((await client.appendToStream(kept, events)).nextExpectedRevision).toBe(2n);
      const late = client.appendToStream(kept, numberedEvents(1), { expectedRevision: 'no_stream' });
      expect(await rejection(late)).toBeInstanceOf(WrongExpectedVersionError);
      expect((await client.appendToStream(kept, numberedEvents(1, 3))).nextExpectedRevision).toBe(3n);
      await client.dispose();
      await second.stop('SIGTERM');
      directory.remove();
    },
    RESTARTS_MS,
  );
});

describe.skipIf(realServerUrl !== undefined)('embedded node only: a data directory', () => {
  it(
    'belongs to one process, until that one is killed',
    async () => {
      const directory = temporaryDirectory();
      const owner = await spawnEventStore(directory.path);
      const error = await rejection(spawnEventStore(directory.path));
      expect(String(error)).toMatch(/ended with 1: .*in use by another/s);
      await owner.stop('SIGKILL');
      const successor = await spawnEventStore(directory.path);
      expect(await successor.stop('SIGTERM')).toBe(0);
      directory.remove();
    },
    RESTARTS_MS,
  );

  it('is not needed in memory', async () => {
    const node = await spawnEventStore(':memory:');
    const client = connect(node.url);
    const stream = freshStream();
    await client.appendToStream(stream, numberedEvents(3));
    expect(await collect(client.readStream(stream))).toHaveLength(3);
    await client.dispose();
    expect(await node.stop('SIGTERM')).toBe(0);
    expect(existsSync(':memory:')).toBe(false);
  });

  it('keeps its files in itself', async () => {
    const directory = temporaryDirectory();
    const node = await spawnEventStore(directory.path);
    await node.stop('SIGTERM');
    expect(readdirSync(directory.path)).toContain('data.mdb');
    directory.remove();
  });
});

describe.skipIf(realServerUrl !== undefined)('embedded node only: a node that is asked to stop', () => {
  it(
    'ends subscriptions with UNAVAILABLE, answers what it took, and exits with 0',
    async () => {
      const directory = temporaryDirectory();
      const node = await spawnEventStore(directory.path);
      const client = connect(node.url);
      const stream = freshStream();
      const subscription = client.subscribeToStream(stream);
      const ended = rejection(collect(subscription));
      await new Promise<void>((resolve) => subscription.on('confirmation', () => resolve()));
      const appends = Promise.allSettled(numberedEvents(200).map((event) => client.appendToStream(stream, event)));
      expect(await node.stop('SIGTERM')).toBe(0);
      expect(await ended).toBeInstanceOf(UnavailableError);
      const written = (await appends).filter(({ status }) => status === 'fulfilled').length;
      await client.dispose();

      const again = await spawnEventStore(directory.path);
      const reader = connect(again.url);
      const events = await collect(reader.readStream(stream)).catch(() => []);
      expect(events.length).toBeGreaterThanOrEqual(written);
      await reader.dispose();
      await again.stop('SIGTERM');
      directory.remove();
    },
    RESTARTS_MS,
  );
});
