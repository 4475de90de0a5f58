import { sizeAppend } from '../grpc/append-messages.ts';
import { AppendStream } from '../grpc/append-stream.ts';
import type { LogAddress } from '../grpc/connection-string.ts';
import { GrpcConnection } from '../grpc/grpc-connection.ts';
import { faultOf, grpcStatus } from '../grpc/grpc-fault.ts';
import { Leader } from '../grpc/leader.ts';
import { encodeRead, type ReadSink, readReadResponse } from '../grpc/read-messages.ts';
import { readServerFeatures } from '../grpc/supported-methods.ts';
import { isRetryableLogFault } from '../log-fault.ts';
import type { LogReading, LogTransport, ReadListener, ReadRequest } from './log-transport.ts';
import { readWhenLed } from './read-when-led.ts';

/** Larger appends are cut into pieces by the library; servers take 1 MiB unless they are configured otherwise. */
const largestAppend = 2 * 1024 * 1024;

/**
 * The way for what is hot: the log's own protocol over one connection, to the node that leads, without the client library. What a server
 * does not offer goes through the library.
 */
export function openDirectTransport(address: LogAddress, library: LogTransport): LogTransport {
  const connection = new GrpcConnection(address);
  const leader =
    address.seeds.length === 0
      ? undefined
      : new Leader(address, {
          onLeader: (authority) => connection.moveTo(authority),
          onNone: () => connection.leave(),
        });
  const appends = new AppendStream(connection, { deadlineMs: address.defaultDeadline });
  const offersBatches = createBatchAppendCheck(connection, address.defaultDeadline);
  const doubting = (error: unknown): void => {
    if (isRetryableLogFault(error)) leader?.doubt();
  };
  return {
    append: async (stream, expected, events) => {
      const append = sizeAppend(stream, expected, events);
      const leaderLookup = leader?.leaderKnown();
      if (leaderLookup !== undefined) await leaderLookup;
      try {
        const offered = offersBatches();
        if (append.size > largestAppend || !(offered === true || (await offered))) {
          return await library.append(stream, expected, events);
        }
        return await appends.append(append);
      } catch (error) {
        doubting(error);
        throw error;
      }
    },
    read: (request, listener) => {
      if (leader === undefined) return readDirectly(connection, request, listener);
      return readWhenLed(leader.leaderKnown(), (heard) => readDirectly(connection, request, heard), {
        ...listener,
        onEvent: (event) => listener.onEvent(event),
        onEnd: (error) => {
          doubting(error);
          listener.onEnd(error);
        },
      });
    },
    close: async () => {
      leader?.close();
      appends.close();
      connection.close();
      await library.close();
    },
  };
}

/** Whether the server takes batches of appends, asked once for each connection. */
function createBatchAppendCheck(connection: GrpcConnection, timeoutMs: number): () => Promise<boolean> | boolean {
  let cached: { generation: number; offers: Promise<boolean>; result?: boolean } | undefined;
  return () => {
    if (cached?.generation === connection.generation) return cached.result ?? cached.offers;
    const offers = readServerFeatures(connection, timeoutMs).then((features) => features.offersBatchAppend);
    const check: NonNullable<typeof cached> = { generation: connection.generation, offers };
    cached = check;
    offers.then(
      (result) => {
        check.result = result;
      },
      () => {
        if (cached === check) cached = undefined;
      },
    );
    return offers;
  };
}

const readPath = '/event_store.client.streams.Streams/Read';

/** Reads over the log's own protocol. What was not taken is not asked for: the server waits while a reading is paused. */
export function readDirectly(connection: GrpcConnection, request: ReadRequest, listener: ReadListener): LogReading {
  const sink: ReadSink = {
    onEvent: (event) => listener.onEvent(event),
    onCheckpoint: (position) => listener.onCheckpoint?.(position),
    onCaughtUp: () => listener.onCaughtUp?.(),
  };
  const call = connection.call(readPath, {
    onMessage: (bytes, start, end) => readReadResponse(bytes, start, end, sink),
    onEnd: (end) => listener.onEnd(end.status === grpcStatus.ok ? undefined : faultOf(end)),
  });
  call.endWriting(encodeRead(request));
  return call;
}
