import { readFileSync } from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshStream,
  rejection,
  type SpawnedEventStore,
  spawnEventStore,
  temporaryDirectory,
} from '../../support/engines/eventstore-node.ts';

/** The client gives a silent connection up after two keepalive times of 10 s each; a cut one must be noticed without them. */
const withoutKeepAliveMs = 10_000;
/** A certificate for `localhost` that is its own authority, made for this test alone. */
const authority = join(import.meta.dirname, 'localhost-certificate.pem');
const key = join(import.meta.dirname, 'localhost-key.pem');
const directory = temporaryDirectory();
const sockets = new Set<Socket>();
let eventStore: SpawnedEventStore;
let terminator: tls.Server;
let url: string;

beforeAll(async () => {
  eventStore = await spawnEventStore(join(directory.path, 'log'));
  terminator = tls.createServer(
    { cert: readFileSync(authority), key: readFileSync(key), ALPNProtocols: ['h2'] },
    (outer) => {
      const inner = net.connect(eventStore.port, '127.0.0.1');
      outer.pipe(inner).pipe(outer);
      for (const [source, other] of [
        [outer, inner],
        [inner, outer],
      ] as const) {
        sockets.add(source);
        source.on('error', () => other.destroy());
        source.on('close', () => {
          sockets.delete(source);
          other.destroy();
        });
      }
    },
  );
  await new Promise<void>((resolve) => terminator.listen(0, '127.0.0.1', resolve));
  url = `esdb://localhost:${(terminator.address() as AddressInfo).port}?tlsCAFile=${authority}`;
});
afterAll(async () => {
  cutConnections();
  terminator.close();
  await eventStore.stop('SIGTERM');
  directory.remove();
});

const cutConnections = (): void => {
  for (const socket of sockets) socket.destroy();
};

describe('embedded node only: a connection over TLS that is cut in the tick of an append', () => {
  it.each([
    ['before the append', true],
    ['after the append', false],
  ])(
    '%s fails the append at once, also one as large as the client sends in one piece',
    async (_when, first) => {
      const client = EventStoreDBClient.connectionString(url);
      const stream = freshStream('cut');
      await client.appendToStream(stream, jsonEvent({ type: 'Whole', data: {} }));
      const events = Array.from({ length: 32 }, () => jsonEvent({ type: 'Cut', data: { text: 'x'.repeat(100_000) } }));
      if (first) cutConnections();
      const appended = rejection(client.appendToStream(stream, events));
      if (!first) cutConnections();
      expect(await appended).toBeInstanceOf(UnavailableError);
      await client.dispose();
    },
    withoutKeepAliveMs,
  );
});
