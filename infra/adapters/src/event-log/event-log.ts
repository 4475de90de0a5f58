import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  type RecordedEvent as StoredEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { type DomainEvent, parseDomainEvent } from '@tapwise/domain';
import { type EventMetadata, readMetadata, recordedVersion } from './command-context.ts';
import { openDirectTransport } from './direct-transport.ts';
import type { UnreadableEvent } from './follow-log.ts';
import { readConnectionString } from './grpc/connection-string.ts';
import { openLibraryTransport } from './library-transport.ts';
import { keepClients } from './log-client.ts';

/** A fact as it is recorded. `position` orders the whole log; `revision` its stream, from 0. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  readonly event: E;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly recordedAt: Date;
  /** Who caused it and why; absent on events recorded before that was written. */
  readonly metadata?: EventMetadata | undefined;
}

export interface ReadStreamOptions {
  readonly fromRevision?: bigint;
  readonly maxCount?: number;
  /** Called for an event that cannot be read and is passed over; without it reading throws. */
  readonly onUnreadable?: (event: UnreadableEvent, error: unknown) => void;
}

/** The log as the product sees it: only events of the catalogue, positions as one number. */
export interface EventLog {
  /** Events of a stream, oldest first; empty when there is no such stream. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  /** The newest event of a stream; `undefined` when there is no such stream. */
  readLast(stream: string): Promise<RecordedEvent | undefined>;
  /** Position of the newest event of the whole log, 0 for an empty one. */
  lastPosition(): Promise<bigint>;
  /** How many events come after a position, counted up to `most`. */
  countAfter(position: bigint, most: number): Promise<number>;
  /** What distinguishes the event at a position from another log's; `undefined` when there is none at exactly this position. */
  eventAt(position: bigint): Promise<{ readonly id: string; readonly recordedAt: Date } | undefined>;
  close(): Promise<void>;
}

export interface EventLogOptions {
  /**
   * `library` sends everything through the client library. By default the hot calls speak to the log directly where the connection
   * string names one host, and only the others go through the library.
   */
  readonly transport?: 'direct' | 'library';
}

/**
 * Opens the log.
 * @param url Connection string of the EventStoreDB client, `esdb://host:port?tls=false`.
 */
export function openEventLog(url: string, { transport: way = 'direct' }: EventLogOptions = {}): EventLog {
  const library = openLibraryTransport(url);
  const { client } = library;
  const address = way === 'library' ? undefined : readConnectionString(url);
  const transport = address === undefined ? library : openDirectTransport(address, library);
  const log: EventLog = {
    readStream: (stream, options) => readStream(client, stream, options),
    readLast: (stream) => readLast(client, stream),
    lastPosition: () => lastPosition(client),
    countAfter: (position, most) => countAfter(client, position, most),
    eventAt: (position) => eventAt(client, position),
    close: () => transport.close(),
  };
  keepClients(log, { transport, library: client });
  return log;
}

async function readStream(
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<RecordedEvent[]> {
  const stored: StoredEvent[] = [];
  try {
    const read = client.readStream(stream, {
      fromRevision: options.fromRevision ?? 'start',
      ...(options.maxCount === undefined ? {} : { maxCount: options.maxCount }),
    });
    for await (const { event } of read) if (event) stored.push(event);
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  }
  // Interpreted only after the read has ended: leaving it half way would keep the connection from closing.
  return stored.flatMap((event) => {
    try {
      return toRecordedEvent(event) ?? [];
    } catch (error) {
      if (options.onUnreadable === undefined) throw error;
      const { type, revision, position } = event;
      options.onUnreadable({ type, stream, revision, position: position?.commit ?? 0n }, error);
      return [];
    }
  });
}

async function readLast(client: EventStoreDBClient, stream: string): Promise<RecordedEvent | undefined> {
  let last: StoredEvent | undefined;
  try {
    const read = client.readStream(stream, { direction: 'backwards', fromRevision: 'end', maxCount: 1 });
    // Read to its end, as below.
    for await (const { event } of read) last = event ?? last;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return undefined;
    throw error;
  }
  return last === undefined ? undefined : toRecordedEvent(last);
}

async function lastPosition(client: EventStoreDBClient): Promise<bigint> {
  let last = 0n;
  // Read to its end: a read that is left half way keeps the client from being disposed.
  for await (const { event } of client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 })) {
    last = event?.position.commit ?? last;
  }
  return last;
}

async function countAfter(client: EventStoreDBClient, position: bigint, most: number): Promise<number> {
  const fromPosition = { commit: position, prepare: position };
  let count = 0;
  // One more is read, because the event at the position itself comes first. Read to its end, as above.
  for await (const { event } of client.readAll({ direction: 'forwards', fromPosition, maxCount: most + 1 })) {
    if (event && !event.type.startsWith('$') && event.position.commit > position) count += 1;
  }
  return Math.min(count, most);
}

async function eventAt(client: EventStoreDBClient, position: bigint) {
  // A position beyond the end is an error of the server.
  if (position > (await lastPosition(client))) return undefined;
  const fromPosition = { commit: position, prepare: position };
  let found: { id: string; recordedAt: Date } | undefined;
  // Read to its end, as above.
  for await (const { event } of client.readAll({ direction: 'forwards', fromPosition, maxCount: 1 })) {
    if (event?.position.commit === position) found = { id: event.id, recordedAt: event.created };
  }
  return found;
}

/**
 * Reads a stored event as one of ours, in its present form.
 * @returns `undefined` for the log's own events and for types this program does not know.
 */
export function toRecordedEvent(stored: StoredEvent | AllStreamRecordedEvent): RecordedEvent | undefined {
  if (stored.type.startsWith('$') || !stored.isJson) return undefined;
  const event = parseDomainEvent(stored.type, stored.data, recordedVersion(stored.metadata));
  if (event === undefined) return undefined;
  return {
    event,
    id: stored.id,
    stream: stored.streamId,
    revision: stored.revision,
    position: stored.position?.commit ?? 0n,
    recordedAt: stored.created,
    metadata: readMetadata(stored.metadata),
  };
}
