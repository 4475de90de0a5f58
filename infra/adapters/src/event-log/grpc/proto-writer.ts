/** Bytes a non-negative integer up to 2^53 takes as a varint. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** Bytes of a field of `length` bytes with a tag of one byte. */
export const fieldSize = (length: number): number => 1 + varintSize(length) + length;

/** Writes protobuf fields into a buffer that is large enough: the encoders compute sizes first, so nothing grows or moves. */
export class ProtoWriter {
  offset = 0;
  readonly bytes: Buffer;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.offset++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.offset++] = rest;
  }

  uint64(value: bigint): void {
    if (value < 0x20000000000000n) {
      this.varint(Number(value));
      return;
    }
    let rest = value;
    while (rest >= 128n) {
      this.bytes[this.offset++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.bytes[this.offset++] = Number(rest);
  }

  /** Tag (of one byte) and length of a nested message or bytes that the caller writes next. */
  open(tag: number, length: number): void {
    this.bytes[this.offset++] = tag;
    this.varint(length);
  }

  raw(bytes: Buffer): void {
    this.offset += bytes.copy(this.bytes, this.offset);
  }

  /** Text of known length in UTF-8. */
  text(tag: number, text: string, length: number): void {
    this.open(tag, length);
    // Latin-1 is the same bytes where all characters are of ASCII, and written several times faster.
    this.bytes.write(text, this.offset, length, length === text.length ? 'latin1' : 'utf8');
    this.offset += length;
  }

  /** The five bytes in front of a message in gRPC: not compressed, then its length. */
  frame(length: number): void {
    this.bytes[this.offset] = 0;
    this.bytes.writeUInt32BE(length, this.offset + 1);
    this.offset += 5;
  }
}
