import { ProtoReader } from '../../../../wire/index.ts';
import type { GrpcConnection } from './grpc-connection.ts';
import { faultOf, grpcStatus } from './grpc-fault.ts';

const path = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';
/** An empty request in its frame. */
const request = Buffer.alloc(5);
const service = 'event_store.client.streams.streams';

/** What a server says of itself. */
export interface ServerFeatures {
  /** Whether it takes batched appends with a deadline as a duration. */
  readonly offersBatchAppend: boolean;
  /** Such as `24.2.0.0`; empty for a server that does not say. */
  readonly version: string;
}

/**
 * Asks a server for its version and whether it takes batched appends. One that cannot be asked does not.
 * @throws the client library's error when it does not answer.
 */
export function readServerFeatures(connection: GrpcConnection, timeoutMs: number): Promise<ServerFeatures> {
  return new Promise((resolve, reject) => {
    let features: ServerFeatures = { offersBatchAppend: false, version: '' };
    const call = connection.call(path, {
      onMessage: (bytes, start, end) => {
        features = readFeatures(bytes, start, end);
      },
      onEnd: (end) => {
        clearTimeout(timer);
        if (end.status === grpcStatus.ok || end.status === grpcStatus.unimplemented) resolve(features);
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

/** SupportedMethods: methods 1 {method_name 1, service_name 2, features 3}, event_store_server_version 2. */
function readFeatures(bytes: Buffer, start: number, end: number): ServerFeatures {
  const reader = new ProtoReader(bytes, start, end);
  let offersBatchAppend = false;
  let version = '';
  while (reader.next()) {
    if (reader.field === 2) version = reader.string();
    else if (reader.field === 1) {
      const { name, serviceName, features } = readMethod(reader.message());
      const isBatchAppend = name === 'batchappend' && serviceName === service;
      offersBatchAppend ||= isBatchAppend && features.includes('deadline_duration');
    } else reader.skip();
  }
  return { offersBatchAppend, version };
}

function readMethod(reader: ProtoReader): { name: string; serviceName: string; features: string[] } {
  const method = { name: '', serviceName: '', features: [] as string[] };
  while (reader.next()) {
    if (reader.field === 1) method.name = reader.string();
    else if (reader.field === 2) method.serviceName = reader.string();
    else if (reader.field === 3) method.features.push(reader.string());
    else reader.skip();
  }
  return method;
}
