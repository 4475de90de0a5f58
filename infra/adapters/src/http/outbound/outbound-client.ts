import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { hostOf, isAllowedHost, type OutboundTargets, portOf, readOutboundAddress } from './outbound-address.ts';
import { isPublicAddress } from './public-address.ts';

/** What came of posting to an address that a customer named. */
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
  readonly answer: string;
}

export interface OutboundClient {
  /** Posts the bytes once. Redirects are answers like any other; nothing is thrown for what the other side does. */
  post(url: string, body: Uint8Array, headers: Readonly<Record<string, string>>): Promise<OutboundResult>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  readonly targets: OutboundTargets;
  /** Resolves names; the system's way unless a test stands in for it. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  readonly connectMs?: number;
  readonly totalMs?: number;
}

const [defaultConnectMs, defaultTotalMs] = [5000, 15_000];
const readBytes = 64 * 1024;
const keptBytes = 4096;
/** Endpoints of different customers may have one host: each limits its own calls. */
const connectionsPerOrigin = 128;

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
  return {
    post: async (url, body, headers) => {
      const began = performance.now();
      const ended = (result: Partial<OutboundResult>): OutboundResult => {
        const ms = Math.round(performance.now() - began);
        return { status: null, error: null, retryAfter: null, answer: '', ...result, ms };
      };
      const address = readOutboundAddress(url, targets);
      if (address === undefined) return ended({ error: 'forbidden_address' });
      const signal = AbortSignal.timeout(totalMs);
      try {
        const sent = await request(address, { method: 'POST', body, headers, signal, dispatcher: open });
        const retryAfter = sent.headers['retry-after'];
        const answer = await beginningOf(sent.body);
        return ended({
          status: sent.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
          answer,
        });
      } catch (error) {
        return ended({ error: faultOf(error, signal) });
      }
    },
    close: () => open.destroy(),
  };
}

/** Reads up to a limit and lets go of the rest, so that an endless answer costs a connection and nothing else. */
async function beginningOf(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes - chunk.byteLength < keptBytes) chunks.push(chunk);
    if (bytes >= readBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8');
}

function faultOf(error: unknown, signal: AbortSignal): OutboundResult['error'] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ForbiddenAddressError) return 'forbidden_address';
    if ((cause as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  }
  return signal.aborted ? 'timeout' : 'connection_failed';
}

function guardedConnector({ targets, resolve = resolveBySystem, connectMs = defaultConnectMs }: OutboundOptions) {
  const lookup: LookupFunction = (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        const refused = first === undefined || !found.every(({ address }) => isPublicAddress(address));
        if (refused) done(new ForbiddenAddressError(`${host} is not public`), '', 0);
        else if (all) done(null, [...found]);
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
    systemLookup(host, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });
}
