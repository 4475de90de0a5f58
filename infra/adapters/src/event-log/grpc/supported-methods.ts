import type { GrpcConnection } from './grpc-connection.ts';
import { faultOf, grpcStatus } from './grpc-fault.ts';
import { ProtoReader } from './proto-reader.ts';

const path = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';
/** An empty request in its frame. */
const request = Buffer.alloc(5);
const service = 'event_store.client.streams.streams';

/**
 * Asks whether the server takes batched appends with a deadline as a duration. A server that cannot be asked does not.
 * @throws the client library's error when it does not answer.
 */
export function offersBatchAppend(connection: GrpcConnection, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let offered = false;
    const call = connection.call(path, {
      onMessage: (bytes, start, end) => {
        offered = hasBatchAppend(bytes, start, end);
      },
      onEnd: (end) => {
        clearTimeout(timer);
        if (end.status === grpcStatus.ok || end.status === grpcStatus.unimplemented) resolve(offered);
        else reject(faultOf(end));
      },
    });
    const timer = setTimeout(() => {
      call.cancel();
      reject(faultOf({ status: 4, message: 'The log does not say what it supports', trailers: {} }));
    }, timeoutMs);
    call.endWriting(request);
  });
}

/** SupportedMethods: methods 1 {method_name 1, service_name 2, features 3}. */
function hasBatchAppend(bytes: Buffer, start: number, end: number): boolean {
  const reader = new ProtoReader(bytes, start);
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag !== 0x0a) {
      reader.skip(tag);
      continue;
    }
    const methodEnd = reader.end();
    const texts = new Map<number, string[]>();
    while (reader.offset < methodEnd) {
      const field = reader.varint();
      texts.set(field, [...(texts.get(field) ?? []), reader.text()]);
    }
    const isBatchAppend = texts.get(0x0a)?.[0] === 'batchappend' && texts.get(0x12)?.[0] === service;
    if (isBatchAppend) return texts.get(0x1a)?.includes('deadline_duration') === true;
  }
  return false;
}
