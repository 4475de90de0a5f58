import { MalformedMessageError } from './proto-reader.ts';

const prefixBytes = 5;

export class CompressedMessageError extends MalformedMessageError {
  override readonly name = 'CompressedMessageError';

  constructor() {
    super('compressed messages are not supported');
  }
}

export class OversizedMessageError extends MalformedMessageError {
  override readonly name = 'OversizedMessageError';

  constructor(bytes: number, maxBytes: number) {
    super(`a message of ${bytes} bytes is larger than the limit of ${maxBytes}`);
  }
}

/** Cuts the bytes of one call into messages. */
export class FrameReader {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = prefixBytes;

  /** @param maxBytes The largest message that is read. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True when a message was begun and not finished. */
  get incomplete(): boolean {
    return this.#buffered > 0;
  }

  /**
   * Adds a chunk; each message that it completes is a range of a buffer that stays valid.
   * @throws CompressedMessageError, OversizedMessageError
   */
  push(chunk: Buffer, onMessage: (bytes: Buffer, start: number, end: number) => void): void {
    this.#buffered += chunk.length;
    this.#chunks.push(chunk);
    if (this.#buffered < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#buffered);
    let offset = 0;
    this.#needed = prefixBytes;
    while (bytes.length - offset >= prefixBytes) {
      const end = offset + prefixBytes + this.#messageLength(bytes, offset);
      if (end > bytes.length) {
        this.#needed = end - offset;
        break;
      }
      onMessage(bytes, offset + prefixBytes, end);
      offset = end;
    }
    this.#chunks = offset === bytes.length ? [] : [bytes.subarray(offset)];
    this.#buffered = bytes.length - offset;
  }

  #messageLength(bytes: Buffer, offset: number): number {
    if (bytes[offset] !== 0) throw new CompressedMessageError();
    const length = bytes.readUInt32BE(offset + 1);
    if (length > this.#maxBytes) throw new OversizedMessageError(length, this.#maxBytes);
    return length;
  }
}
