import { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  realServerUrl,
  rejection,
  spawnEventStore,
  startEventStore,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
beforeAll(async () => {
  store = await startEventStore();
});
afterAll(() => store.stop());

const address = () => /esdb:\/\/(?:[^@]*@)?([^?]+)/.exec(store.url)?.[1] ?? '';

async function roundTrip(url: string): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  const stream = freshStream();
  await client.appendToStream(stream, numberedEvents(2));
  const events = await collect(client.readStream(stream));
  await client.dispose();
  return events.length;
}

describe('finding the node', () => {
  it.each([
    ['by one address', (host: string) => `esdb://${host}?tls=false`],
    ['by discovery', (host: string) => `esdb+discover://${host}?tls=false`],
    ['by several seeds', (host: string) => `esdb://${host},${host}?tls=false`],
    ['by several seeds of which one is dead', (host: string) => `esdb://127.0.0.1:1,${host}?tls=false`],
    [
      'by discovery that asks for a follower, which is only a preference',
      (host: string) => `esdb+discover://${host}?tls=false&nodePreference=follower`,
    ],
  ])('works %s', async (_, url) => {
    expect(await roundTrip(url(address()))).toBe(2);
  });

  it('takes credentials without a secure channel', async () => {
    expect(await roundTrip(`esdb://admin:changeit@${address()}?tls=false`)).toBe(2);
  });
});

/** Makes public what the client asks itself before it chooses between its two ways to append. */
class FeatureProbe extends EventStoreDBClient {
  supportsBatchAppend(): Promise<boolean> {
    return this.supports(StreamsService.batchAppend, 'deadline_duration');
  }
}

describe('features', () => {
  it('include batched appends', async () => {
    const [host = '', port] = address().split(':');
    const probe = new FeatureProbe({ endpoint: { address: host, port: Number(port) } }, { insecure: true });
    expect(await probe.supportsBatchAppend()).toBe(true);
    await probe.dispose();
  });
});

describe.skipIf(realServerUrl !== undefined)('embedded node only: the advertised address', () => {
  it('is what gossip sends clients to', async () => {
    const node = await spawnEventStore(':memory:', { ADVERTISE_HOST: 'localhost', ADVERTISE_PORT: '1' });
    const discovering = `esdb+discover://127.0.0.1:${node.port}?tls=false&maxDiscoverAttempts=1`;
    expect(await rejection(roundTrip(discovering))).toMatchObject({ code: 14 });
    expect(await roundTrip(`esdb://127.0.0.1:${node.port}?tls=false`)).toBe(2);
    await node.stop('SIGTERM');
  });
});
