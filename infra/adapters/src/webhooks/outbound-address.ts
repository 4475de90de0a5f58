import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** `host:port` that may be called although the rules forbid it, as spelt. Only for tests and the demo. */
export type OutboundTargets = ReadonlySet<string>;

const securePort = 443;
/** Characters. */
const longestAddress = 2000;

/**
 * Reads an address that a customer named: https, no credentials, port 443, no literal of a network that is not public, 2,000 characters at
 * most. Names are
 * resolved and checked when a connection is made, not here.
 * @returns `undefined` when it must not be called.
 */
export function readOutboundAddress(text: string, targets: OutboundTargets): URL | undefined {
  const address = text.length <= longestAddress && URL.canParse(text) ? new URL(text) : undefined;
  // Parsing takes line ends and tabs away.
  if (/\p{Cc}/u.test(text)) return undefined;
  if (address === undefined || text !== text.trim() || address.username !== '' || address.password !== '')
    return undefined;
  if (isTarget(text, address, targets)) return address;
  if (address.protocol !== 'https:' || portOf(address) !== securePort) return undefined;
  return isAllowedHost(hostOf(address)) ? address : undefined;
}

/** Whether a host may be connected to as far as its spelling says: a public literal, or a name that is to be resolved. */
export function isAllowedHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !/(^|\.)(localhost|local|internal)\.?$/.test(host) && host.includes('.');
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({ protocol, port }: URL): number =>
  port === '' ? (protocol === 'https:' ? securePort : 80) : Number(port);

/** As spelt: another spelling of the same host is another host. */
function isTarget(text: string, { protocol }: URL, targets: OutboundTargets): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  const authority = /^https?:\/\/([^/?#\\]+)/.exec(text)?.[1] ?? '';
  return targets.has(authority);
}
