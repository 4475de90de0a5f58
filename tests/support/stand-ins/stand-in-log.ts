import { readFileSync } from 'node:fs';
import { createSecureServer, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { AllStreamPosition } from '@eventstore/db-client/generated/shared_pb.js';
import { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';

/** One append as it came, to be answered or not. */
export interface ReceivedAppend {
  readonly stream: string;
  readonly eventIds: readonly string[];
  readonly request: BatchAppendReq;
  /** Says that it was written at this revision and position. */
  succeed(at: { revision: number; position: number }): void;
  respond(response: BatchAppendResp): void;
  /** Ends the call with a gRPC status. */
  endCall(status: number, trailers?: Record<string, string>): void;
}

/**
 * A log that takes batched appends and does with each what a test says. It reads and writes messages with the client library's
 * generated code, so that it shares nothing with what is tested.
 */
export interface StandInLog {
  readonly url: string;
  readonly received: readonly ReceivedAppend[];
  /** Calls that were begun, by method, with what they said in `authorization`. */
  readonly calls: ReadonlyArray<{ readonly method: string; readonly authorization: string | undefined }>;
  /** Connections that were opened so far. */
  readonly connections: number;
  /** Breaks all connections. */
  cut(): void;
  /** Resolves when so many appends have come in all. */
  receivedAppends(count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface StandInLogOptions {
  /** Called with each append; by default it is written. */
  readonly onAppend?: (append: ReceivedAppend) => void;
  /** Whether `batchappend` is among the supported methods; `unimplemented` for a server that cannot be asked. */
  readonly offers?: 'batch-append' | 'nothing' | 'unimplemented';
  /** The server takes connections and calls and reads nothing of them. */
  readonly silent?: boolean;
  /** Files of a certificate for `localhost`, with which it speaks TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

const batchAppend = '/event_store.client.streams.Streams/BatchAppend';
const supportedMethods = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';

export async function startStandInLog(options: StandInLogOptions = {}): Promise<StandInLog> {
  const received: ReceivedAppend[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const waiters = new Set<() => void>();
  let connections = 0;
  const onAppend = options.onAppend ?? ((append) => append.succeed({ revision: 0, position: received.length }));
  const calls: { method: string; authorization: string | undefined }[] = [];
  const { tls } = options;
  const server =
    tls === undefined
      ? createServer()
      : createSecureServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) });
  server.on('session', (session) => {
    connections += 1;
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const path = headers[':path'];
    calls.push({ method: path?.split('/').at(-1) ?? '', authorization: headers.authorization });
    if (path === supportedMethods) serveMethods(stream, options.offers ?? 'batch-append');
    else if (path !== batchAppend) endCall(stream, 12);
    else if (options.silent !== true) {
      readMessages(stream, (message) => {
        const append = receivedAppend(stream, BatchAppendReq.deserializeBinary(message));
        received.push(append);
        onAppend(append);
        for (const waiter of waiters) waiter();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const session of sessions) session.destroy();
  };
  return {
    url:
      tls === undefined
        ? `esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`
        : `esdb://localhost:${(server.address() as AddressInfo).port}?tlsCAFile=${encodeURIComponent(tls.cert)}`,
    received,
    calls,
    get connections() {
      return connections;
    },
    cut,
    receivedAppends: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length >= count) resolve();
        };
        waiters.add(check);
        check();
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

function receivedAppend(stream: ServerHttp2Stream, request: BatchAppendReq): ReceivedAppend {
  const respond = (response: BatchAppendResp): void => {
    response.setCorrelationId(request.getCorrelationId());
    response.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
    if (!stream.destroyed) sendMessage(stream, response.serializeBinary());
  };
  return {
    stream: Buffer.from(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    eventIds: request.getProposedMessagesList().map((message) => message.getId()?.getString() ?? ''),
    request,
    respond,
    succeed: ({ revision, position }) => {
      const at = new AllStreamPosition();
      at.setCommitPosition(String(position));
      at.setPreparePosition(String(position));
      const success = new BatchAppendResp.Success();
      success.setCurrentRevision(String(revision));
      success.setPosition(at);
      const response = new BatchAppendResp();
      response.setSuccess(success);
      respond(response);
    },
    endCall: (status, trailers) => endCall(stream, status, trailers),
  };
}

function serveMethods(stream: ServerHttp2Stream, offers: 'batch-append' | 'nothing' | 'unimplemented'): void {
  if (offers === 'unimplemented') {
    endCall(stream, 12);
    return;
  }
  const methods = new SupportedMethods();
  if (offers === 'batch-append') {
    const method = new SupportedMethod();
    method.setMethodName('batchappend');
    method.setServiceName('event_store.client.streams.streams');
    method.addFeatures('deadline_duration');
    methods.addMethods(method);
  }
  sendMessage(stream, methods.serializeBinary());
  endCall(stream, 0);
}

function readMessages(stream: ServerHttp2Stream, onMessage: (message: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
      const end = 5 + rest.readUInt32BE(1);
      onMessage(rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  });
}

const headers = { ':status': 200, 'content-type': 'application/grpc+proto' };

function sendMessage(stream: ServerHttp2Stream, message: Uint8Array): void {
  if (!stream.headersSent) stream.respond(headers, { waitForTrailers: true });
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  stream.write(Buffer.concat([prefix, message]));
}

function endCall(stream: ServerHttp2Stream, status: number, more: Record<string, string> = {}): void {
  const trailers = { 'grpc-status': String(status), ...more };
  if (!stream.headersSent) {
    stream.respond({ ...headers, ...trailers }, { endStream: true });
    return;
  }
  stream.once('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end();
}
