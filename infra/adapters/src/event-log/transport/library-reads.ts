import type { Readable } from 'node:stream';
import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  eventTypeFilter,
  type Position,
  type RecordedEvent,
  START,
  StreamNotFoundError,
  streamNameFilter,
} from '@eventstore/db-client';
import { followedTypes } from '../reading/followed-types.ts';
import type { LogReading, ReadListener, ReadRequest, StoredEvent } from './log-transport.ts';

/** Events of the log between two checkpoints, in units of 32. */
const checkpointInterval = 32;

type Subscription = Extract<ReadRequest, { kind: 'subscription' }>;

/** Reads through the client library. */
export function readThroughLibrary(
  client: EventStoreDBClient,
  request: ReadRequest,
  listener: ReadListener,
): LogReading {
  if (request.kind === 'subscription') return subscribe(client, request, listener);
  const { from, maxCount, backwards } = request;
  const options = {
    direction: backwards === true ? ('backwards' as const) : ('forwards' as const),
    ...(maxCount === undefined ? {} : { maxCount }),
  };
  const read =
    request.kind === 'stream'
      ? client.readStream(request.stream, { ...options, fromRevision: from })
      : client.readAll({ ...options, fromPosition: typeof from === 'bigint' ? { commit: from, prepare: from } : from });
  // Destroying the stream alone would leave the call open, and a connection carries no more than a hundred.
  return listen(read as Readable, listener, () => {
    void read.cancel().catch(() => undefined);
  });
}

function subscribe(
  client: EventStoreDBClient,
  { from, streamPrefixes }: Subscription,
  listener: ReadListener,
): LogReading {
  let checkpoint: bigint | undefined;
  let caughtUp = false;
  // Both are announced ahead of events that the library still holds, so they count once it holds none.
  const announce = (): void => {
    if (subscription.readableLength > 0) return;
    if (checkpoint !== undefined) listener.onCheckpoint?.(checkpoint);
    if (caughtUp) listener.onCaughtUp?.();
    checkpoint = undefined;
    caughtUp = false;
  };
  const checkpointReached = (_: unknown, position: Position): void => {
    checkpoint = position.commit;
    announce();
  };
  const subscription = client.subscribeToAll({
    fromPosition: from === 'start' ? START : { commit: from, prepare: from },
    filter:
      streamPrefixes === undefined
        ? eventTypeFilter({ regex: followedTypes })
        : streamNameFilter({ prefixes: [...streamPrefixes], checkpointInterval, checkpointReached }),
  });
  subscription.on('caughtUp', () => {
    caughtUp = true;
    announce();
  });
  const reading = listen(subscription as unknown as Readable, listener, () => {
    void subscription.unsubscribe().catch(() => undefined);
  });
  subscription.on('data', announce);
  return reading;
}

function listen(stream: Readable, listener: ReadListener, leave: () => void): LogReading {
  let over = false;
  const end = (error?: Error): void => {
    if (over) return;
    over = true;
    listener.onEnd(error instanceof StreamNotFoundError ? undefined : error);
  };
  stream.on('data', ({ event }: AllStreamResolvedEvent) => {
    if (event !== undefined && !over) listener.onEvent(storedEvent(event));
  });
  stream.on('error', end);
  stream.on('end', () => end());
  return {
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    cancel: () => {
      over = true;
      leave();
    },
  };
}

function storedEvent(event: AllStreamRecordedEvent | RecordedEvent): StoredEvent {
  const { id, streamId: stream, type, isJson, revision, data, metadata, created } = event;
  const position = event.position?.commit ?? 0n;
  const metadataText = metadata === undefined ? '' : JSON.stringify(metadata);
  return {
    id,
    stream,
    type,
    isJson,
    revision,
    position,
    recordedAtMs: created.getTime(),
    data,
    get dataText() {
      return isJson ? JSON.stringify(data) : '';
    },
    metadataText,
  };
}
