import ipaddr from 'ipaddr.js';

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address, in any spelling a socket takes, is one of the public network. What carries another address inside it (mapped,
 * compatible, NAT64, 6to4, Teredo) is not, and neither is text that is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // The library calls IPv4-compatible addresses unicast.
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalIpv6);
}
