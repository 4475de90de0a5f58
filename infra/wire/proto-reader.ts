const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
const WIRE_LENGTH_DELIMITED = 2;
const WIRE_FIXED32 = 5;
const EXACT_LIMIT = 2 ** 53;

/** Bytes that are not a well-formed protobuf message. */
export class MalformedMessageError extends Error {
  override readonly name: string = 'MalformedMessageError';
}

/**
 * Forward-only cursor over one protobuf message. `next()` moves to the next field; the caller then reads the value with
 * the method for its wire type or `skip()`s it. Byte fields are views into the given buffer, not copies.
 */
export class ProtoReader {
  field = 0;
  #wireType = 0;
  #offset: number;
  readonly #end: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#offset = start;
    this.#end = end;
  }

  /** Where the cursor is in the given buffer. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether the field at the cursor is an integer. */
  get isVarint(): boolean {
    return this.#wireType === WIRE_VARINT;
  }

  /** Moves to the next field and returns true, or returns false at the end of the message. */
  next(): boolean {
    if (this.#offset >= this.#end) return false;
    const tag = this.#varint();
    this.#wireType = tag & 7;
    this.field = tag < 0x80 ? tag >> 3 : Math.floor(tag / 8);
    return true;
  }

  /** An unsigned integer; loses precision above 2^53, which only `uint64` needs. */
  uint(): number {
    this.#expect(WIRE_VARINT);
    return this.#varint();
  }

  /** An exact unsigned 64-bit integer. */
  uint64(): bigint {
    this.#expect(WIRE_VARINT);
    const start = this.#offset;
    const rounded = this.#varint();
    if (rounded < EXACT_LIMIT) return BigInt(rounded);
    let exact = 0n;
    for (let offset = start, shift = 0n; offset < this.#offset; offset += 1, shift += 7n) {
      exact |= BigInt((this.#bytes[offset] ?? 0) & 0x7f) << shift;
    }
    return BigInt.asUintN(64, exact);
  }

  bytes(): Buffer {
    const start = this.span();
    return this.#bytes.subarray(start, this.#offset);
  }

  string(): string {
    const start = this.span();
    return this.#bytes.toString('utf8', start, this.#offset);
  }

  /** A reader over the nested message at the cursor. */
  message(): ProtoReader {
    const start = this.span();
    return new ProtoReader(this.#bytes, start, this.#offset);
  }

  /** Passes over a length-delimited value without a view of it. @returns where it begins; it ends at the cursor. */
  span(): number {
    this.#expect(WIRE_LENGTH_DELIMITED);
    const length = this.#varint();
    const start = this.#offset;
    this.#advance(length);
    return start;
  }

  skip(): void {
    if (this.#wireType === WIRE_VARINT) this.#varint();
    else if (this.#wireType === WIRE_LENGTH_DELIMITED) this.span();
    else if (this.#wireType === WIRE_FIXED64) this.#advance(8);
    else if (this.#wireType === WIRE_FIXED32) this.#advance(4);
    else throw new MalformedMessageError(`wire type ${this.#wireType} is not known`);
  }

  #advance(length: number): void {
    if (length > this.#end - this.#offset) throw new MalformedMessageError('a field reaches past its message');
    this.#offset += length;
  }

  #expect(wireType: number): void {
    if (this.#wireType !== wireType) {
      throw new MalformedMessageError(`field ${this.field} has wire type ${this.#wireType} instead of ${wireType}`);
    }
  }

  #byte(): number {
    if (this.#offset >= this.#end) throw new MalformedMessageError('a varint is cut off');
    return this.#bytes[this.#offset++] as number;
  }

  #varint(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let scale = 128; scale < 2 ** 70; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new MalformedMessageError('a varint is longer than ten bytes');
  }
}
