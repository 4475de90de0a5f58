import {
  DeadlineExceededError,
  type EventStoreDBClient,
  type EventType,
  jsonEvent,
  UnavailableError,
} from '@eventstore/db-client';
import { within } from '../within.ts';
import { passOverAbandonedWrites, rememberReported } from './abandoned-writes.ts';
import { readThroughLibrary } from './library-reads.ts';
import type {
  AppendedAt,
  EventToAppend,
  ExpectedRevision,
  LogReading,
  LogTransport,
  ReadListener,
  ReadRequest,
} from './log-transport.ts';
import { RenewedClient } from './renewed-client.ts';

/** The library's own, where the connection string says nothing else. */
const usualDeadlineMs = 10_000;

const tooLate = (): Error => new DeadlineExceededError(undefined, 'The log has not answered an append in time');

/** The way through the client library: for every server and every connection string that it knows. */
export function openLibraryTransport(url: string): LogTransport {
  passOverAbandonedWrites();
  const clients = new RenewedClient(url);
  const deadlineMs = Number(/[?&]default-?_?deadline=(\d+)/i.exec(url)?.[1] ?? usualDeadlineMs);
  return {
    append: async (stream, expected, events) => {
      const client = clients.current();
      const appending = append(client, stream, expected, events);
      // Also of one that is no longer waited for.
      appending.catch(rememberReported);
      try {
        // The library leaves it to the server to say that an append took too long, and one that fell silent says nothing.
        return await within(deadlineMs, appending, tooLate);
      } catch (error) {
        throw clients.fault(client, error);
      }
    },
    read: (request, listener) => read(clients, request, listener),
    close: () => clients.close(),
  };
}

function read(clients: RenewedClient, request: ReadRequest, listener: ReadListener): LogReading {
  const client = clients.current();
  const stopHearing = clients.onLeave(() => {
    reading.cancel();
    listener.onEnd(new UnavailableError(undefined, 'The client was given up'));
  });
  const reading = readThroughLibrary(client, request, {
    ...listener,
    onEvent: (event) => listener.onEvent(event),
    onEnd: (error) => {
      stopHearing();
      listener.onEnd(error === undefined ? undefined : (clients.fault(client, error) as Error));
    },
  });
  return {
    pause: () => reading.pause(),
    resume: () => reading.resume(),
    cancel: () => {
      stopHearing();
      reading.cancel();
    },
  };
}

async function append(
  client: EventStoreDBClient,
  stream: string,
  expectedRevision: ExpectedRevision,
  events: readonly EventToAppend[],
): Promise<AppendedAt> {
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: JSON.parse(data), metadata: JSON.parse(metadata) }),
  );
  const appended = await client.appendToStream(stream, proposed as EventType[] as never, { expectedRevision });
  return { revision: appended.nextExpectedRevision, position: appended.position?.commit ?? 0n };
}
