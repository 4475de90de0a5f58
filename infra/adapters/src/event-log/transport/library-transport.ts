import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, type EventType, jsonEvent } from '@eventstore/db-client';
import { passOverAbandonedWrites, rememberReported } from './abandoned-writes.ts';
import { readThroughLibrary } from './library-reads.ts';
import type { LogTransport } from './log-transport.ts';

/** Longest wait for the client's streams to end. */
const closeMs = 1000;

/** The way through the client library: for every server and every connection string that it knows. */
export function openLibraryTransport(url: string): LogTransport {
  passOverAbandonedWrites();
  const client = EventStoreDBClient.connectionString(url);
  return {
    append: async (stream, expectedRevision, events) => {
      const proposed = events.map(({ id, type, data, metadata }) =>
        jsonEvent({ id, type, data: JSON.parse(data), metadata: JSON.parse(metadata) }),
      );
      try {
        const appended = await client.appendToStream(stream, proposed as EventType[] as never, { expectedRevision });
        return { revision: appended.nextExpectedRevision, position: appended.position?.commit ?? 0n };
      } catch (error) {
        rememberReported(error);
        throw error;
      }
    },
    read: (request, listener) => readThroughLibrary(client, request, listener),
    keepFor: async (stream, seconds) => {
      await client.setStreamMetadata(stream, { maxAge: seconds });
    },
    // The client waits for streams that were cut off and will never end; leaving must not wait for them.
    close: () => Promise.race([client.dispose(), pause(closeMs, undefined, { ref: false })]),
  };
}
