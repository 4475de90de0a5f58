import { readConnectionString } from './grpc/connection-string.ts';
import { keepTransport } from './log-client.ts';
import { type RecordedEvent, toRecordedEvent, type UnreadableEvent, whereOf } from './recorded-event.ts';
import { openDirectTransport } from './transport/direct-transport.ts';
import { openLibraryTransport } from './transport/library-transport.ts';
import { type LogTransport, readWhole, type StoredEvent } from './transport/log-transport.ts';

export interface ReadStreamOptions {
  /** Where to begin: the beginning by default, or the end where events are read backwards. */
  readonly fromRevision?: bigint;
  /** Newest first. */
  readonly backwards?: boolean;
  readonly maxCount?: number;
  /** Called for an event that cannot be read and is passed over; without it reading throws. */
  readonly onUnreadable?: (event: UnreadableEvent, error: unknown) => void;
}

/** The log as the product sees it: only events of the catalogue, positions as one number. */
export interface EventLog {
  /** Events of a stream, oldest first unless asked otherwise; empty when there is no such stream. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  /** The newest event of a stream; `undefined` when there is no such stream. */
  readLast(stream: string): Promise<RecordedEvent | undefined>;
  /** Position of the newest event of the whole log, 0 for an empty one. */
  lastPosition(): Promise<bigint>;
  /** How many events come after a position, counted up to `most`. */
  countAfter(position: bigint, most: number): Promise<number>;
  /** What distinguishes the event at a position from another log's; `undefined` when there is none at exactly this position. */
  eventAt(position: bigint): Promise<{ readonly id: string; readonly recordedAt: Date } | undefined>;
  /** The event at a position; `undefined` when there is none of ours at exactly this position. */
  readAt(position: bigint): Promise<RecordedEvent | undefined>;
  /** From now on events of a stream that are older than this are not read any more, and the log may drop them. */
  keepFor(stream: string, seconds: number): Promise<void>;
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
  const address = way === 'library' ? undefined : readConnectionString(url);
  const transport = address === undefined ? library : openDirectTransport(address, library);
  const log: EventLog = {
    readStream: (stream, options) => readStream(transport, stream, options),
    readLast: (stream) => readLast(transport, stream),
    lastPosition: () => lastPosition(transport),
    countAfter: (position, most) => countAfter(transport, position, most),
    eventAt: async (position) => {
      const found = await storedAt(transport, position);
      return found && { id: found.id, recordedAt: new Date(found.recordedAtMs) };
    },
    readAt: async (position) => {
      const found = await storedAt(transport, position);
      return found && toRecordedEvent(found);
    },
    keepFor: (stream, seconds) => transport.keepFor(stream, seconds),
    close: () => transport.close(),
  };
  keepTransport(log, transport);
  return log;
}

async function readStream(
  transport: LogTransport,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<RecordedEvent[]> {
  const { backwards = false, fromRevision: from = backwards ? 'end' : 'start', maxCount, onUnreadable } = options;
  const stored = await readWhole(transport, {
    ...{ kind: 'stream', stream, from, backwards },
    ...(maxCount === undefined ? {} : { maxCount }),
  });
  return stored.flatMap((event) => {
    try {
      return toRecordedEvent(event) ?? [];
    } catch (error) {
      if (onUnreadable === undefined) throw error;
      onUnreadable(whereOf(event), error);
      return [];
    }
  });
}

async function readLast(transport: LogTransport, stream: string): Promise<RecordedEvent | undefined> {
  const [last] = await readWhole(transport, { kind: 'stream', stream, from: 'end', backwards: true, maxCount: 1 });
  return last === undefined ? undefined : toRecordedEvent(last);
}

async function lastPosition(transport: LogTransport): Promise<bigint> {
  const [last] = await readWhole(transport, { kind: 'all', from: 'end', backwards: true, maxCount: 1 });
  return last?.position ?? 0n;
}

async function countAfter(transport: LogTransport, position: bigint, most: number): Promise<number> {
  // One more is read, because the event at the position itself comes first.
  const events = await readWhole(transport, { kind: 'all', from: position, maxCount: most + 1 });
  const count = events.filter((event) => !event.type.startsWith('$') && event.position > position).length;
  return Math.min(count, most);
}

async function storedAt(transport: LogTransport, position: bigint): Promise<StoredEvent | undefined> {
  // A position beyond the end is an error of the server.
  if (position > (await lastPosition(transport))) return undefined;
  const [found] = await readWhole(transport, { kind: 'all', from: position, maxCount: 1 });
  return found?.position === position ? found : undefined;
}
