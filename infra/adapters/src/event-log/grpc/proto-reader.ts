/** Bytes that are not a well-formed message. */
export class MalformedMessageError extends Error {
  override readonly name = 'MalformedMessageError';
}

const lowBits = 0x7f;
const exactBits = 2 ** 53;

/**
 * Cursor over protobuf messages in one buffer. The decoders read tags with `varint` and go into nested messages by remembering
 * where they end; nothing is copied or allocated on the way. Numbers beyond 2^53 are read with `uint64`.
 */
export class ProtoReader {
  offset: number;
  readonly bytes: Buffer;

  constructor(bytes: Buffer, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  varint(): number {
    const first = this.bytes[this.offset++] ?? this.#cutOff();
    if (first <= lowBits) return first;
    let value = first & lowBits;
    for (let scale = 128; ; scale *= 128) {
      const byte = this.bytes[this.offset++] ?? this.#cutOff();
      value += (byte & lowBits) * scale;
      if (byte <= lowBits) return value;
      if (scale > exactBits * 128) throw new MalformedMessageError('A varint is longer than ten bytes');
    }
  }

  uint64(): bigint {
    const start = this.offset;
    const value = this.varint();
    if (value < exactBits) return BigInt(value);
    this.offset = start;
    let exact = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.offset++] ?? this.#cutOff();
      exact |= BigInt(byte & lowBits) << shift;
      if (byte <= lowBits) return BigInt.asUintN(64, exact);
    }
  }

  /** Reads the length of the field at the cursor. @returns where the field ends. */
  end(): number {
    const length = this.varint();
    const end = this.offset + length;
    if (end > this.bytes.length) throw new MalformedMessageError('A field reaches past its message');
    return end;
  }

  /** The text of the length-delimited field at the cursor. */
  text(): string {
    const end = this.end();
    const text = this.bytes.toString('utf8', this.offset, end);
    this.offset = end;
    return text;
  }

  /** Passes over the value of a field whose tag was read. */
  skip(tag: number): void {
    const wireType = tag & 7;
    if (wireType === 0) this.varint();
    else if (wireType === 1) this.offset += 8;
    else if (wireType === 2) this.offset = this.end();
    else if (wireType === 5) this.offset += 4;
    else throw new MalformedMessageError(`Wire type ${wireType} is not known`);
  }

  #cutOff(): never {
    throw new MalformedMessageError('A varint is cut off');
  }
}
