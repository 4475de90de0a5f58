import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { hostOf, isAllowedHost, type OutboundTargets, portOf, readOutboundAddress } from './outbound-address.ts';
import { isPublicAddress } from './public-address.ts';

/** The outcome of posting to an address that a customer named. */
export interface OutboundResult {
  /** Status of the answer; `null` when none came. */
  readonly status: number | null;
  /** Why there is no whole answer; `null` when there is one. */
  readonly error: 'forbidden_address' | 'timeout' | 'connection_failed' | null;
  /** Milliseconds from the call to its end. */
  readonly ms: number;
  /** `retry-after` as it came. */
  readonly retryAfter: string | null;
  /** Beginning of the answer's body. */
  readonly responseBody: string;
}

/** What one post is given less of than others. */
export interface PostLimits {
  /** Milliseconds in all. */
  readonly totalMs: number;
}

export interface OutboundClient {
  /** Posts the bytes once. Redirects are answers like any other; nothing is thrown for what the other side does. */
  post(
    url: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    limits?: PostLimits,
  ): Promise<OutboundResult>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  readonly targets: OutboundTargets;
  /** Resolves names; the system's way unless a test stands in for it. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  readonly connectMs?: number;
  readonly totalMs?: number;
}

const defaultConnectMs = 5000;
const defaultTotalMs = 15_000;
const readBytes = 64 * 1024;
const keptBytes = 4096;
/** Endpoints of different customers may have one host: each limits its own calls. */
const connectionsPerOrigin = 128;
const addressesKept = 1000;

class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/**
 * Opens what calls addresses that customers name. An address is checked where the connection is made: a name with any answer outside
 * the public network is refused, and so is a literal, which is never looked up; the address that was connected to is checked again.
 */
export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const { targets, totalMs = defaultTotalMs } = options;
  const open = new Agent({ connect: guardedConnector(options), connections: connectionsPerOrigin, pipelining: 1 });
  const addresses = new LRUCache<string, URL>({ max: addressesKept });
  const addressOf = (url: string): URL | undefined => {
    const address = addresses.get(url) ?? readOutboundAddress(url, targets);
    if (address !== undefined) addresses.set(url, address);
    return address;
  };
  return {
    post: (url, body, headers, limits) => {
      const began = performance.now();
      const ended = (result: Partial<OutboundResult>): OutboundResult => {
        const ms = Math.round(performance.now() - began);
        return { status: null, error: null, retryAfter: null, responseBody: '', ...result, ms };
      };
      const address = addressOf(url);
      if (address === undefined) return Promise.resolve(ended({ error: 'forbidden_address' }));
      return new Promise((resolve) => {
        const answered = new ResponseReader(Math.min(totalMs, limits?.totalMs ?? totalMs), (result) =>
          resolve(ended(result)),
        );
        const { origin, pathname, search } = address;
        open.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', body, headers }, answered);
      });
    },
    close: () => open.destroy(),
  };
}

/**
 * Reads an answer up to a limit and lets go of the rest, so that an endless one costs a connection and nothing else. What takes longer
 * in all than it may is given up, whatever it does meanwhile.
 */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #end: (result: Partial<OutboundResult>) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  #status: number | null = null;
  #retryAfter: string | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(totalMs: number, end: (result: Partial<OutboundResult>) => void) {
    this.#end = end;
    this.#timer = setTimeout(() => this.#giveUp({ error: 'timeout' }), totalMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('given up'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < keptBytes) this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#bytes >= readBytes) this.#giveUp(this.#answer());
  }

  onResponseEnd(): void {
    this.#finish(this.#answer());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ error: faultOf(error) });
  }

  #answer(): Partial<OutboundResult> {
    const responseBody = Buffer.concat(this.#chunks).subarray(0, keptBytes).toString('utf8');
    return { status: this.#status, retryAfter: this.#retryAfter, responseBody };
  }

  #giveUp(result: Partial<OutboundResult>): void {
    this.#finish(result);
    this.#controller?.abort(new Error('given up'));
  }

  #finish(result: Partial<OutboundResult>): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#end(result);
  }
}

function faultOf(error: unknown): OutboundResult['error'] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ForbiddenAddressError) return 'forbidden_address';
    if ((cause as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  }
  return 'connection_failed';
}

function guardedConnector({ targets, resolve = resolveBySystem, connectMs = defaultConnectMs }: OutboundOptions) {
  const lookup: LookupFunction = (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        const refused = first === undefined || !addresses.every(({ address }) => isPublicAddress(address));
        if (refused) done(new ForbiddenAddressError(`${host} is not public`), '', 0);
        else if (all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
  const guarded = buildConnector({ timeout: connectMs, lookup });
  const plain = buildConnector({ timeout: connectMs });
  return ((options, done) => {
    const address = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    if (targets.has(`${address.hostname}:${portOf(address)}`)) {
      plain(options, done);
      return;
    }
    if (options.protocol !== 'https:' || portOf(address) !== 443 || !isAllowedHost(hostOf(address))) {
      done(new ForbiddenAddressError('this address is not public'), null);
      return;
    }
    guarded(options, (...[error, socket]) => {
      if (error !== null) {
        done(error, null);
      } else if (socket.remoteAddress === undefined || !isPublicAddress(socket.remoteAddress)) {
        socket.destroy();
        done(new ForbiddenAddressError('the connection is not to a public address'), null);
      } else done(null, socket);
    });
  }) satisfies buildConnector.connector;
}

function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });
}
