const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
const WIRE_LENGTH_DELIMITED = 2;
const WIRE_FIXED32 = 5;

/** Bytes that are not a well-formed protobuf message. */
export class MalformedMessageError extends Error {}

/**
 * Forward-only cursor over one protobuf message. `next()` moves to the next field; the caller then takes the value with
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

  /** Moves to the next field and returns true, or returns false at the end of the message. */
  next(): boolean {
    if (this.#offset >= this.#end) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#wireType = tag % 8;
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
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new MalformedMessageError('a varint is longer than ten bytes');
  }

  bytes(): Buffer {
    const start = this.#enter();
    return this.#bytes.subarray(start, this.#offset);
  }

  string(): string {
    const start = this.#enter();
    return this.#bytes.toString('utf8', start, this.#offset);
  }

  /** A reader over the nested message at the cursor. */
  message(): ProtoReader {
    const start = this.#enter();
    return new ProtoReader(this.#bytes, start, this.#offset);
  }

  skip(): void {
    if (this.#wireType === WIRE_VARINT) this.#varint();
    else if (this.#wireType === WIRE_LENGTH_DELIMITED) this.#enter();
    else if (this.#wireType === WIRE_FIXED64) this.#advance(8);
    else if (this.#wireType === WIRE_FIXED32) this.#advance(4);
    else throw new MalformedMessageError(`wire type ${this.#wireType} is not known`);
  }

  /** Steps over a length-delimited value and returns where it begins. */
  #enter(): number {
    this.#expect(WIRE_LENGTH_DELIMITED);
    const length = this.#varint();
    const start = this.#offset;
    this.#advance(length);
    return start;
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
    const byte = this.#bytes[this.#offset];
    if (byte === undefined || this.#offset >= this.#end) throw new MalformedMessageError('a varint is cut off');
    this.#offset += 1;
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new MalformedMessageError('a varint is longer than ten bytes');
  }
}
