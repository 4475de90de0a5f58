import { isIPv6 } from 'node:net';

/**
 * The caller's address as limits count it. Of IPv6 the first half: one person has 2^64 addresses of the second.
 * @param address as the socket gives it; IPv4 in IPv6 form counts as IPv4.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
