import { EventStoreDBClient, jsonEvent, START, streamNameFilter, TimeoutError } from '@eventstore/db-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  collect,
  freshStream,
  numberedEvents,
  rejection,
  spawnEventStore,
} from '../../../../../tests/support/engines/eventstore-node.ts';
import {
  clusterUrl,
  type FaultyEventStore,
  setFaults,
  startFaultyEventStore,
} from '../../../../../tests/support/engines/faulty-eventstore.ts';
import type { FaultSwitches } from './fault-switches.ts';

let server: FaultyEventStore;
let client: EventStoreDBClient;
beforeAll(async () => {
  server = await startFaultyEventStore();
  client = EventStoreDBClient.connectionString(server.url);
});
beforeEach(() => server.become({}));
afterAll(async () => {
  await client.dispose();
  await server.stop('SIGTERM');
});

const noStream = { expectedRevision: 'no_stream' } as const;
const append = (stream = freshStream(), options = {}) => client.appendToStream(stream, numberedEvents(1), options);

/** What comes of a subscription until it ends or is caught up. */
async function followed(prefix: string, until: 'end' | 'caughtUp', onCaughtUp = (): void => undefined) {
  const checkpoints: bigint[] = [];
  const filter = streamNameFilter({
    prefixes: [prefix],
    checkpointInterval: 1,
    checkpointReached: (_, position) => {
      checkpoints.push(position.commit);
    },
  });
  const subscription = client.subscribeToAll({ fromPosition: START, filter });
  subscription.on('data', () => undefined);
  const ended = rejection(new Promise((_, reject) => subscription.on('error', reject)));
  const caughtUp = new Promise<void>((resolve) => subscription.on('caughtUp', () => resolve())).then(onCaughtUp);
  const error = until === 'end' ? await ended : await caughtUp.then(() => undefined);
  await subscription.unsubscribe();
  return { checkpoints, error };
}

describe('faults of a node, as they were seen on real servers', () => {
  it.each([
    ['starting', 'Server Is Not Ready'],
    ['busy', 'Server Is Busy'],
  ] as const)('are an append refused in the body of its answer while the server is %s', async (not_ready, words) => {
    await server.become({ not_ready });
    expect(await rejection(append())).toMatchObject({ type: 'unknown', message: `Could not recognize ${words}` });
    const single = append(freshStream(), { credentials: { username: 'admin', password: 'changeit' } });
    expect(await rejection(single)).toMatchObject({ type: 'unavailable' });
  });

  it('are a repeat that is dropped while the first write is under way', async () => {
    await server.become({ slow_repeat: 300 });
    const stream = freshStream();
    const event = jsonEvent({ type: 'Repeated', data: {} });
    const ends = await Promise.all(
      [1, 2].map(() =>
        client.appendToStream(stream, event, noStream).then(
          ({ nextExpectedRevision }) => String(nextExpectedRevision),
          (error: { type: string }) => error.type,
        ),
      ),
    );
    expect(ends.toSorted()).toEqual(['0', 'deadline-exceeded']);
    expect((await client.appendToStream(stream, event, noStream)).nextExpectedRevision).toBe(0n);
    expect(await collect(client.readStream(stream))).toHaveLength(1);
  });

  it('are ids that are not recognized without an exact expectation', async () => {
    await server.become({ forget_ids: true });
    const stream = freshStream();
    const event = jsonEvent({ type: 'Repeated', data: {} });
    for (const expectedRevision of ['no_stream', 'no_stream', 'any'] as const)
      await client.appendToStream(stream, event, { expectedRevision });
    expect(await collect(client.readStream(stream))).toHaveLength(2);
  });

  it('are a live subscriber cut off when a burst is too large', async () => {
    await server.become({ too_slow: true });
    const { error } = await followed('nothing', 'end', () => {
      void client.appendToStream(freshStream(), numberedEvents(33));
    });
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('Consumer too slow to handle event while live');
  });

  it('are positions at which no event begins', async () => {
    const { position } = await append();
    await append();
    const commit = position?.commit ?? 0n;
    await server.become({ no_event_at: [Number(commit)] });
    const fromPosition = { commit, prepare: commit };
    const read = await rejection(collect(client.readAll({ fromPosition })));
    expect(read).toMatchObject({
      type: 'unknown',
      message: expect.stringContaining('Unexpected ReadAllResult: Error'),
    });
    const subscribed = await rejection(collect(client.subscribeToAll({ fromPosition })));
    expect(subscribed).toMatchObject({ message: expect.stringContaining('Exception was thrown by handler') });
  });

  it('are a log whose end is not announced as a checkpoint', async () => {
    await append();
    expect((await followed('nothing', 'caughtUp')).checkpoints).not.toEqual([]);
    await server.become({ no_final_checkpoint: true });
    const { checkpoints } = await followed('nothing', 'caughtUp');
    expect(checkpoints.every((position) => position % 32n === 0n)).toBe(true);
  });

  it('are calls beyond those that one connection carries', async () => {
    await server.become({ streams: 3 });
    // Clients with the same options share a connection.
    const limited = EventStoreDBClient.connectionString(`${server.url}&keepAliveInterval=20000`);
    const open = Array.from({ length: 3 }, () => limited.subscribeToAll());
    for (const subscription of open) subscription.on('data', () => undefined);
    await Promise.all(
      open.map((subscription) => new Promise<void>((resolve) => subscription.once('confirmation', () => resolve()))),
    );
    let read = false;
    const reading = collect(limited.readAll({ maxCount: 1 })).then(() => {
      read = true;
    });
    await append();
    expect(read).toBe(false);
    await open[0]?.unsubscribe();
    await reading;
    await Promise.all(open.slice(1).map((subscription) => subscription.unsubscribe()));
    await limited.dispose();
  });

  it('are members of a cluster of which one leads, none does, or the leader is silent', async () => {
    const members = await server.become({ members: ['follower', 'leader', 'follower'] });
    const reach = async (options = '') => {
      const seeking = EventStoreDBClient.connectionString(clusterUrl(members, `&maxDiscoverAttempts=1${options}`));
      try {
        return await seeking.appendToStream(freshStream(), numberedEvents(1)).then(
          ({ success }) => success,
          (error: Error) => error.message,
        );
      } finally {
        await seeking.dispose();
      }
    };
    expect(await reach()).toBe(true);
    await server.become({ members: ['electing', 'electing', 'electing'] });
    expect(await reach()).toBe('Failed to discover after 1 attempts.');
    await server.become({ members: ['dead', 'dead', 'dead'] });
    expect(await reach()).toBe('Failed to discover after 1 attempts.');
    await server.become({ members: ['follower', 'frozen', 'leader'] });
    expect(await reach('&gossipTimeout=1')).toBe(true);
  });
});

describe('the control of faults', () => {
  it.each([{ unknown: true }, { slow_repeat: -1 }, { members: ['king'] }, { not_ready: true }] as object[])(
    'refuses what is no switch: %j',
    async (switches) => {
      await expect(server.become(switches as FaultSwitches)).rejects.toThrow('is no switch');
    },
  );

  it('is not there unless the node was started with it, and never where other machines reach it', async () => {
    const plain = await spawnEventStore(':memory:');
    await expect(setFaults(plain.port, { too_slow: true })).rejects.toThrow('Unknown');
    await plain.stop('SIGTERM');
    const open = spawnEventStore(':memory:', { FAULT_CONTROL: 'on', HOST: '0.0.0.0' });
    expect(String(await rejection(open))).toContain('only where the node listens on a loopback address');
  });
});
