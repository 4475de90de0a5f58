import http2, { type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { announceStreams } from './announce-streams.ts';
import { GrpcCall } from './grpc-call.ts';
import { GrpcError, GrpcStatus } from './grpc-status.ts';

/** Calls on one connection where nothing else is asked for. */
export const UNLIMITED_STREAMS = 0x7fffffff;

/** Takes over one call of one method. */
export type GrpcHandler = (call: GrpcCall) => void;

/**
 * How much a client may send ahead of what was read, per call and per connection. More than 2 MiB lets Node's client hand one whole
 * append (3 MiB) to a TLS socket in one write; when that is cut in the same tick, it notices only by its keepalive, 20 s later.
 */
const WINDOW_BYTES = 2 * 1024 * 1024;

/** Idle time after which the kernel probes a connection, so that vanished clients do not keep their subscriptions. */
const KEEP_ALIVE_MS = 10_000;

/** Clients may open and cancel many calls in a row; the default limit takes that for an attack. */
const STREAM_RESETS = { streamResetBurst: 1_000_000, streamResetRate: 100_000 };

/**
 * gRPC over plaintext HTTP/2. Written on `node:http2` because this node moves many small messages per call and joins
 * them into few writes, which the general server library does not do.
 */
export class GrpcServer {
  readonly #handlers: ReadonlyMap<string, GrpcHandler>;
  readonly #listener: Server;
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #calls = new Set<GrpcCall>();
  #stopping = false;
  #streams = UNLIMITED_STREAMS;

  constructor(handlers: ReadonlyMap<string, GrpcHandler>) {
    this.#handlers = handlers;
    this.#server = http2.createServer({
      settings: { initialWindowSize: WINDOW_BYTES, maxConcurrentStreams: UNLIMITED_STREAMS },
      maxSessionMemory: 4096,
      ...STREAM_RESETS,
    });
    this.#listener = createServer((socket) => this.#connect(socket));
    this.#server.on('session', (session) => this.#admit(session));
    this.#server.on('stream', (stream, headers) => this.#accept(stream, String(headers[':path'] ?? '')));
  }

  /** Binds and resolves to the port. Rejects when the address is taken. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(port, host, () => {
        this.#listener.off('error', reject);
        resolve((this.#listener.address() as AddressInfo).port);
      });
    });
  }

  /** How many calls may be open on a connection; for connections that are opened from now on. */
  limitStreams(count: number): void {
    this.#streams = count;
  }

  /** Takes no new calls, ends the running ones and resolves when they are gone or after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const closed = new Promise<void>((resolve) => this.#listener.close(() => resolve()));
    for (const call of [...this.#calls]) call.shutdown();
    for (const session of this.#sessions) session.close();
    const force = setTimeout(() => {
      for (const session of this.#sessions) session.destroy();
    }, graceMs);
    await closed;
    clearTimeout(force);
  }

  #connect(socket: Socket): void {
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    const isLimited = this.#streams < UNLIMITED_STREAMS;
    this.#server.emit('connection', isLimited ? announceStreams(socket, this.#streams) : socket);
  }

  #admit(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.on('close', () => this.#sessions.delete(session));
    session.on('error', () => session.destroy());
    session.setLocalWindowSize(WINDOW_BYTES);
  }

  #accept(stream: ServerHttp2Stream, path: string): void {
    const call = new GrpcCall(stream);
    this.#calls.add(call);
    call.onClose(() => this.#calls.delete(call));
    const handler = this.#handlers.get(path);
    if (this.#stopping) call.fail(new GrpcError(GrpcStatus.unavailable, 'The node is stopping.'));
    else if (handler === undefined) call.fail(new GrpcError(GrpcStatus.unimplemented, `Unknown method ${path}`));
    else handler(call);
  }
}
