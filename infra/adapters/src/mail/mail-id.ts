import { createHash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The id of a mail: the first 26 characters of the base32 form of its key's SHA-256. */
export function mailIdOf(key: string): string {
  const digest = createHash('sha256').update(key).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 17)) bits = (bits << 8n) | BigInt(byte);
  // 17 bytes are 136 bits; 26 characters are the first 130 of them.
  return Array.from({ length: 26 }, (_, index) => alphabet[Number((bits >> BigInt(131 - index * 5)) & 31n)]).join('');
}
