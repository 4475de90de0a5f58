/** The few ASN.1 forms that a certificate needs, in distinguished encoding (ITU-T X.690). */

const TAGS = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
};

function encode(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes =
    length < 0x100
      ? [length]
      : length < 0x10000
        ? [length >> 8, length & 255]
        : [length >> 16, (length >> 8) & 255, length & 255];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...items: readonly Buffer[]): Buffer => encode(TAGS.sequence, Buffer.concat(items));
export const setOf = (...items: readonly Buffer[]): Buffer => encode(TAGS.set, Buffer.concat(items));
export const octetString = (content: Buffer): Buffer => encode(TAGS.octetString, content);
export const nullValue = (): Buffer => encode(TAGS.null, Buffer.alloc(0));
export const utf8String = (text: string): Buffer => encode(TAGS.utf8, Buffer.from(text, 'utf8'));
export const booleanTrue = (): Buffer => Buffer.from([0x01, 0x01, 0xff]);

/** Context-specific constructed tag, as `[number] EXPLICIT`. */
export const explicit = (number: number, content: Buffer): Buffer => encode(0xa0 | number, content);

/** @param unused bits of the last byte that carry nothing */
export const bitString = (content: Buffer, unused = 0): Buffer =>
  encode(TAGS.bitString, Buffer.concat([Buffer.from([unused]), content]));

/** A whole number that is not negative, given as big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  let first = 0;
  while (first < bytes.length - 1 && bytes[first] === 0) first += 1;
  const trimmed = bytes.subarray(first);
  const padded = ((trimmed[0] ?? 0) & 0x80) === 0 ? trimmed : Buffer.concat([Buffer.from([0]), trimmed]);
  return encode(TAGS.integer, padded);
}

/** Object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(TAGS.oid, Buffer.concat([base128(first * 40 + second), ...rest.map(base128)]));
}

/** A moment: two-digit years up to 2049, four digits after it, as RFC 5280 asks. */
export function time(instant: Date): Buffer {
  const digits = `${instant.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  const short = instant.getUTCFullYear() < 2050;
  return encode(short ? 0x17 : 0x18, Buffer.from(short ? digits.slice(2) : digits, 'ascii'));
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}
