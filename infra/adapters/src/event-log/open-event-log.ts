import type { EventLog, EventMark, ReadStreamOptions } from './event-log.ts';
import { readConnectionString } from './grpc/connection-string.ts';
import { keepTransport } from './log-client.ts';
import { saysNoEvent } from './log-fault.ts';
import { isFollowed } from './reading/followed-types.ts';
import { type RecordedEvent, toRecordedEvent, whereOf } from './recorded-event.ts';
import { openDirectTransport } from './transport/direct-transport.ts';
import { openLibraryTransport } from './transport/library-transport.ts';
import { limitStream } from './transport/limit-stream.ts';
import { type LogTransport, readWhole, type StoredEvent } from './transport/log-transport.ts';
import { probeAppend } from './transport/probe-append.ts';

export interface EventLogOptions {
  /**
   * `library` sends everything through the client library. By default calls speak to the log directly, in a cluster to the node that
   * leads, and only those that a server does not offer go through the library.
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
  return logOver(address === undefined ? library : openDirectTransport(address, library));
}

/** The log as it is reached by a transport, whatever keeps it. */
export function logOver(transport: LogTransport): EventLog {
  const log: EventLog = {
    readStream: (stream, options) => readStream(transport, stream, options),
    readLast: (stream) => readLast(transport, stream),
    lastPosition: () => lastPosition(transport),
    countAfter: (position, most) => countAfter(transport, position, most),
    eventAt: async (position) => markOf(await storedAt(transport, position)),
    newestEvent: async (position) => markOf(await newestStored(transport, position)),
    readAt: async (position) => {
      const stored = await storedAt(transport, position);
      return stored && toRecordedEvent(stored);
    },
    keepFor: (stream, seconds) => limitStream(transport, stream, { $maxAge: seconds }),
    keepNewest: (stream, count) => limitStream(transport, stream, { $maxCount: count }),
    probeAppend: () => probeAppend(transport),
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
    kind: 'stream',
    stream,
    from,
    backwards,
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

/** Events read at first to find one that followers get, and so many times more each time that there is none among them. */
const firstPage = 16;

async function lastPosition(transport: LogTransport): Promise<bigint> {
  return (await newestBefore(transport, 'end'))?.position ?? 0n;
}

async function newestStored(transport: LogTransport, position: bigint): Promise<StoredEvent | undefined> {
  const stored = await storedAt(transport, position);
  return stored === undefined || isFollowed(stored.type) ? stored : newestBefore(transport, position);
}

async function newestBefore(transport: LogTransport, from: bigint | 'end'): Promise<StoredEvent | undefined> {
  for (let maxCount = firstPage; ; maxCount *= firstPage) {
    const events = await readWhole(transport, { kind: 'all', from, backwards: true, maxCount });
    const newest = events.find(({ type }) => isFollowed(type));
    if (newest !== undefined || events.length < maxCount) return newest;
  }
}

const markOf = (stored: StoredEvent | undefined): EventMark | undefined =>
  stored && { position: stored.position, id: stored.id, recordedAt: new Date(stored.recordedAtMs) };

async function endOfLog(transport: LogTransport): Promise<bigint> {
  const [last] = await readWhole(transport, { kind: 'all', from: 'end', backwards: true, maxCount: 1 });
  return last?.position ?? 0n;
}

async function countAfter(transport: LogTransport, position: bigint, most: number): Promise<number> {
  let count = 0;
  // One more is read, because the event at the position itself comes first.
  const maxCount = Math.max(most, firstPage) + 1;
  for (let from = position; ; ) {
    const events = await readWhole(transport, { kind: 'all', from, maxCount });
    count += events.filter((event) => isFollowed(event.type) && event.position > from).length;
    if (count >= most || events.length < maxCount) return Math.min(count, most);
    from = events.at(-1)?.position ?? from;
  }
}

async function storedAt(transport: LogTransport, position: bigint): Promise<StoredEvent | undefined> {
  // A position beyond the end is an error of some servers.
  if (position > (await endOfLog(transport))) return undefined;
  try {
    const [stored] = await readWhole(transport, { kind: 'all', from: position, maxCount: 1 });
    return stored?.position === position ? stored : undefined;
  } catch (error) {
    // As is one between two events.
    if (saysNoEvent(error)) return undefined;
    throw error;
  }
}
