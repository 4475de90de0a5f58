import type { LogReading, ReadListener, ReadRequest } from '../transport/log-transport.ts';
import type { GrpcConnection } from './grpc-connection.ts';
import { faultOf, grpcStatus } from './grpc-fault.ts';
import { encodeRead, type ReadSink, readReadResponse } from './read-messages.ts';

const path = '/event_store.client.streams.Streams/Read';

/** Reads over the log's own protocol. What was not taken is not asked for: the server waits while a reading is paused. */
export function readDirectly(connection: GrpcConnection, request: ReadRequest, listener: ReadListener): LogReading {
  const sink: ReadSink = {
    onEvent: (event) => listener.onEvent(event),
    onCheckpoint: (position) => listener.onCheckpoint?.(position),
    onCaughtUp: () => listener.onCaughtUp?.(),
  };
  const call = connection.call(path, {
    onMessage: (bytes, start, end) => readReadResponse(bytes, start, end, sink),
    onEnd: (end) => listener.onEnd(end.status === grpcStatus.ok ? undefined : faultOf(end)),
  });
  call.endWriting(encodeRead(request));
  return call;
}
