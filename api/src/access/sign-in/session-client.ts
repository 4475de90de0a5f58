import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** From where a person signed in: the network, not the machine, and what their program calls itself. */
export interface SessionClient {
  readonly address: string;
  readonly agent: string;
}

const storedSchema = z.object({ address: z.string(), agent: z.string() });
const longestAgent = 200;

/** @param request its `clientAddress` is one address, or the network of one. */
export function clientOf(request: Pick<FastifyRequest, 'clientAddress' | 'headers'>): SessionClient {
  const agent = (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, longestAgent);
  return { address: networkOf(request.clientAddress), agent };
}

/** What was kept of a session's client; empty where nothing was. */
export function readClient(plain: string | undefined): SessionClient {
  const read = plain === undefined ? undefined : storedSchema.safeParse(JSON.parse(plain));
  return read?.success ? read.data : { address: '', agent: '' };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 network as limits count it; empty for what is neither. */
export function networkOf(address: string): string {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const six = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f:]*\/64$/i.exec(address)?.[1];
  return six === undefined ? '' : `${six}::/48`;
}
