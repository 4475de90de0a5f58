import http2, { type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import type { LogAddress } from './connection-string.ts';
import { type CallListener, GrpcCall } from './grpc-call.ts';

/** How much the server may send ahead of what was taken, in one call and in all. */
const windowBytes = 4 * 1024 * 1024;
const connectMs = 10_000;

/**
 * A connection to the log that is opened when it is needed and again after it broke. Calls that were under way when it breaks end as
 * unavailable.
 */
export class GrpcConnection {
  readonly #address: LogAddress;
  #authority: string;
  readonly #headers: OutgoingHttpHeaders;
  #open: { readonly session: ClientHttp2Session; calls: number } | undefined;
  #generation = 0;
  #closed = false;

  constructor(address: LogAddress) {
    this.#address = address;
    this.#authority = address.authority;
    this.#headers = {
      ':method': 'POST',
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      'connection-name': address.connectionName,
      ...(address.authorization === undefined ? {} : { authorization: address.authorization }),
    };
  }

  /** Begins a call. What goes wrong, also in connecting, is reported to the listener as its end. */
  call(path: string, listener: CallListener): GrpcCall {
    const call = new GrpcCall(listener);
    const open = this.#current();
    try {
      if (open === undefined) throw new Error('The client is closed');
      const stream = open.session.request({ ...this.#headers, ':path': path });
      open.calls += 1;
      open.session.ref();
      call.attach(stream, () => {
        open.calls -= 1;
        // A connection on which nothing is awaited does not keep the process from ending.
        if (open.calls === 0 && !open.session.destroyed) open.session.unref();
      });
    } catch (error) {
      call.breakOff(error instanceof Error ? error.message : String(error));
    }
    return call;
  }

  /** Counts the connections: what is known of the server holds for one. */
  get generation(): number {
    return this.#generation;
  }

  /** Further calls go to another node; those under way at the present one end as unavailable. */
  moveTo(authority: string): void {
    if (authority === this.#authority) return;
    this.#authority = authority;
    this.leave();
  }

  /** Ends the calls under way as unavailable; the next one opens a new connection. */
  leave(): void {
    this.#open?.session.destroy();
    this.#open = undefined;
  }

  close(): void {
    this.#closed = true;
    this.leave();
  }

  #current() {
    if (this.#closed) return undefined;
    const session = this.#open?.session;
    if (session === undefined || session.closed || session.destroyed) {
      this.#generation += 1;
      this.#open = { session: openSession(this.#authority, this.#address), calls: 0 };
    }
    return this.#open;
  }
}

function openSession(authority: string, address: LogAddress): ClientHttp2Session {
  const session = http2.connect(authority, {
    ...address.tls,
    settings: { initialWindowSize: windowBytes, enablePush: false },
  });
  const connecting = setTimeout(() => session.destroy(), connectMs);
  session.on('error', () => session.destroy());
  session.on('close', () => clearTimeout(connecting));
  session.once('connect', (_, socket) => {
    clearTimeout(connecting);
    if ('setNoDelay' in socket) socket.setNoDelay(true);
    session.setLocalWindowSize(windowBytes);
    keepAlive(session, address);
  });
  // A server that is about to stop ends its calls itself; new ones go to a new connection.
  session.on('goaway', () => session.close());
  return session;
}

/** Gives a connection up whose server has not answered a ping. */
function keepAlive(session: ClientHttp2Session, { keepAliveInterval, keepAliveTimeout }: LogAddress): void {
  if (keepAliveInterval < 0) return;
  let late: NodeJS.Timeout | undefined;
  const interval = setInterval(() => {
    if (late !== undefined || session.destroyed) return;
    // The answer may have come while this process was busy: it is looked for again before the connection is given up.
    late = setTimeout(() => setImmediate(() => late !== undefined && session.destroy()), keepAliveTimeout).unref();
    session.ping(() => {
      clearTimeout(late);
      late = undefined;
    });
  }, keepAliveInterval).unref();
  session.once('close', () => {
    clearInterval(interval);
    clearTimeout(late);
  });
}
