import { setTimeout as pause } from 'node:timers/promises';
import {
  type AllStreamRecordedEvent,
  type AppendExpectedRevision,
  EventStoreDBClient,
  type EventType,
  jsonEvent,
  type RecordedEvent as StoredEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type DomainEvent, parseDomainEvent } from '@tapwise/domain';

/** A fact as it stands in the log. `position` orders the whole log; `revision` its stream, from 0. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  readonly event: E;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly recordedAt: Date;
}

/** An append was refused because the stream has moved; the decision has to be made again. */
export class StreamMovedError extends Error {
  override readonly name = 'StreamMovedError';
}

export interface AppendRequest {
  readonly stream: string;
  readonly expectedRevision: AppendExpectedRevision;
  readonly events: ReadonlyArray<{ id: string; event: DomainEvent }>;
}

/** Where the last event of an append stands. */
export interface AppendedAt {
  readonly revision: bigint;
  readonly position: bigint;
}

/** Longest wait for the client's streams to end. */
const closeMs = 1000;

/** The log as the product sees it: only events of the catalogue, positions as one number. */
export interface EventLog {
  readonly client: EventStoreDBClient;
  /** Events of a stream, oldest first; empty when there is no such stream. */
  readStream(stream: string, options?: { fromRevision?: bigint; maxCount?: number }): Promise<RecordedEvent[]>;
  /** The newest event of a stream; `undefined` when there is no such stream. */
  readLast(stream: string): Promise<RecordedEvent | undefined>;
  /** Position of the newest event of the whole log, 0 for an empty one. */
  lastPosition(): Promise<bigint>;
  close(): Promise<void>;
}

/**
 * Opens the log.
 * @param url Connection string of the EventStoreDB client, `esdb://host:port?tls=false`.
 */
export function openEventLog(url: string): EventLog {
  const client = EventStoreDBClient.connectionString(url);
  return {
    client,
    readStream: (stream, options) => readStream(client, stream, options),
    readLast: (stream) => readLast(client, stream),
    lastPosition: () => lastPosition(client),
    // The client waits for streams that were cut off and will never end; leaving must not wait for them.
    close: () => Promise.race([client.dispose(), pause(closeMs, undefined, { ref: false })]),
  };
}

async function readStream(
  client: EventStoreDBClient,
  stream: string,
  options: { fromRevision?: bigint; maxCount?: number } = {},
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
  return stored.flatMap((event) => toRecordedEvent(event) ?? []);
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

/**
 * Appends with an exact expectation. Reached only through `handleCommand`.
 * @throws StreamMovedError when the stream is not where it was expected; ZodError when an event does not fit its schema.
 */
export async function appendToLog(log: EventLog, request: AppendRequest): Promise<AppendedAt> {
  const events = request.events.map(({ id, event }) => {
    // What does not fit the catalogue must never be written: it could not be read back.
    const checked = parseDomainEvent(event.type, event.data) ?? event;
    return jsonEvent({ id, type: checked.type, data: checked.data });
  });
  try {
    const appended = await log.client.appendToStream(request.stream, events as EventType[] as never, {
      expectedRevision: request.expectedRevision,
    });
    return { revision: appended.nextExpectedRevision, position: appended.position?.commit ?? 0n };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) {
      throw new StreamMovedError(`Stream ${request.stream} has moved`, { cause: error });
    }
    throw error;
  }
}

/**
 * Reads a stored event as one of ours.
 * @returns `undefined` for the log's own events and for types this program does not know.
 */
export function toRecordedEvent(stored: StoredEvent | AllStreamRecordedEvent): RecordedEvent | undefined {
  if (stored.type.startsWith('$') || !stored.isJson) return undefined;
  const event = parseDomainEvent(stored.type, stored.data);
  if (event === undefined) return undefined;
  return {
    event,
    id: stored.id,
    stream: stored.streamId,
    revision: stored.revision,
    position: stored.position?.commit ?? 0n,
    recordedAt: stored.created,
  };
}
