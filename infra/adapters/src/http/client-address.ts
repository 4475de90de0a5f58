import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Finds the address a request came from, as limits count it. */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** More hops than any real chain of proxies has; the rest of a longer header is not looked at. */
const mostHops = 20;

/**
 * Finds callers behind proxies. `X-Forwarded-For` is read from right to left, as far as the address that says so is trusted: what
 * is further left was written by the caller. Without trusted proxies the header is never read.
 * @param trustedProxies addresses and networks (`10.0.0.0/8`), checked by `isAddressOrNetwork`.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const networks = trustedProxies.map(readNetwork);
  const isTrusted = (address: Address): boolean =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  return ({ headers, socket }) => {
    const peer = readAddress(socket.remoteAddress ?? '');
    if (peer === undefined) return '';
    let address: Address = peer;
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-mostHops);
    for (const hop of forwarded.reverse()) {
      const next: Address | undefined = isTrusted(address) ? readAddress(hop) : undefined;
      if (next === undefined) break;
      address = next;
    }
    return countedAddress(address);
  };
}

/** Whether a text is an address or a network that can be trusted. */
export function isAddressOrNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || (ipaddr.isValid(text) && !/^\d+$/.test(text));
}

/** Whether a request comes from this machine itself: not through a proxy on it, and not from outside. */
export function isLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return !forwarded && readAddress(socket.remoteAddress ?? '')?.range() === 'loopback';
}

/** Of IPv6 the first half: one person has 2^64 addresses of the second. */
function countedAddress(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** An address as sockets and proxies write it: with a port or a zone, in brackets, IPv4 in IPv6 form. */
function readAddress(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  // Other spellings of IPv4 (decimal, octal, short) are never written by a proxy.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

function readNetwork(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether an address, as `ClientAddress` gives it, lies in one of these addresses and networks. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const read = readAddress(address.replace(/\/64$/, ''));
  if (read === undefined) return false;
  return networks
    .map(readNetwork)
    .some(([network, bits]) => network.kind() === read.kind() && read.match(network, bits));
}
