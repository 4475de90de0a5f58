import { ProtoReader } from '../../../../wire/index.ts';
import type { GrpcConnection } from './grpc-connection.ts';
import { faultOf, grpcStatus } from './grpc-fault.ts';

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
  const reader = new ProtoReader(bytes, start, end);
  while (reader.next()) {
    if (reader.field !== 1) {
      reader.skip();
      continue;
    }
    const { name, serviceName, features } = readMethod(reader.message());
    if (name === 'batchappend' && serviceName === service) return features.includes('deadline_duration');
  }
  return false;
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
