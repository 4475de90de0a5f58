const INITIAL_BYTES = 256;
const FRAME_PREFIX_BYTES = 5;

/** Number of bytes `value` takes as a varint. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** Bytes of a length-delimited field whose tag has one byte. */
export const fieldSize = (length: number): number => 1 + varintSize(length) + length;

/** Writes `value` (a non-negative integer up to 2^53) at `offset` and returns the offset after it. */
export function putVarint(target: Buffer, offset: number, value: number): number {
  let at = offset;
  let rest = value;
  while (rest >= 128) {
    target[at] = (rest % 128) | 0x80;
    at += 1;
    rest = Math.floor(rest / 128);
  }
  target[at] = rest;
  return at + 1;
}

/** Growing buffer that protobuf messages, and gRPC frames around them, are written into. */
export class ProtoWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(initialBytes = INITIAL_BYTES) {
    this.#buffer = Buffer.allocUnsafe(initialBytes);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** A copy of the bytes written so far; the writer begins again and keeps its room, unless that is more than `keptBytes`. */
  flush(keptBytes: number): Buffer {
    const bytes = Buffer.from(this.finish());
    this.#length = 0;
    if (this.#buffer.length > keptBytes) this.#buffer = Buffer.allocUnsafe(INITIAL_BYTES);
    return bytes;
  }

  /** The five bytes in front of a gRPC message of `messageLength` bytes: not compressed, then the length. */
  frame(messageLength: number): this {
    this.#reserve(FRAME_PREFIX_BYTES);
    this.#buffer[this.#length] = 0;
    this.#buffer.writeUInt32BE(messageLength, this.#length + 1);
    this.#length += FRAME_PREFIX_BYTES;
    return this;
  }

  /** The tag and length in front of a length-delimited field whose content the caller writes next. */
  open(field: number, contentLength: number): this {
    this.#reserve(15);
    this.#length = putVarint(this.#buffer, this.#length, field * 8 + 2);
    this.#length = putVarint(this.#buffer, this.#length, contentLength);
    return this;
  }

  /** Bytes that are already in the form of the wire. */
  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  bytes(field: number, bytes: Uint8Array): this {
    return this.open(field, bytes.length).raw(bytes);
  }

  /** @param length Of the text in UTF-8, where the caller has it. */
  string(field: number, text: string, length = Buffer.byteLength(text)): this {
    this.open(field, length).#reserve(length);
    // Latin-1 is the same bytes where all characters are of ASCII, and written several times faster.
    this.#buffer.write(text, this.#length, length, length === text.length ? 'latin1' : 'utf8');
    this.#length += length;
    return this;
  }

  /** An unsigned integer; written even when zero because most such fields are members of a `oneof`. */
  uint(field: number, value: number): this {
    this.#reserve(15);
    this.#length = putVarint(this.#buffer, this.#length, field * 8);
    this.#length = putVarint(this.#buffer, this.#length, value);
    return this;
  }

  /** A 64-bit integer, signed or unsigned; negative values take the two's complement form protobuf's int64 has. */
  uint64(field: number, value: bigint): this {
    this.#reserve(15);
    this.#length = putVarint(this.#buffer, this.#length, field * 8);
    let rest = BigInt.asUintN(64, value);
    while (rest >= 128n) {
      this.#buffer[this.#length] = Number(rest & 0x7fn) | 0x80;
      this.#length += 1;
      rest >>= 7n;
    }
    this.#buffer[this.#length] = Number(rest);
    this.#length += 1;
    return this;
  }

  /** A nested message that `build` fills. */
  message(field: number, build: (nested: ProtoWriter) => void): this {
    const nested = new ProtoWriter(64);
    build(nested);
    return this.bytes(field, nested.finish());
  }

  empty(field: number): this {
    return this.open(field, 0);
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}

/** One protobuf message built by `build`. */
export function encodeMessage(build: (writer: ProtoWriter) => void): Buffer {
  const writer = new ProtoWriter();
  build(writer);
  return writer.finish();
}
