import { MalformedMessageError } from './proto-reader.ts';

const prefixBytes = 5;
/** No answer of a log is larger; an event has at most 16 MiB. */
const longestMessage = 32 * 1024 * 1024;
const nothing = Buffer.alloc(0);

/** Cuts the bytes of one call into messages. */
export class FrameReader {
  #rest: Buffer = nothing;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = prefixBytes;

  /**
   * Takes a chunk and hands over each message that it completes, as a range of a buffer that stays valid.
   * @throws MalformedMessageError for a compressed message or one that is too long.
   */
  push(chunk: Buffer, onMessage: (bytes: Buffer, start: number, end: number) => void): void {
    this.#buffered += chunk.length;
    if (this.#buffered < this.#needed) {
      this.#chunks.push(chunk);
      return;
    }
    const bytes = this.#join(chunk);
    let offset = 0;
    this.#needed = prefixBytes;
    while (bytes.length - offset >= prefixBytes) {
      const end = offset + prefixBytes + messageLength(bytes, offset);
      if (end > bytes.length) {
        this.#needed = end - offset;
        break;
      }
      onMessage(bytes, offset + prefixBytes, end);
      offset = end;
    }
    this.#rest = offset === bytes.length ? nothing : bytes.subarray(offset);
    this.#buffered = bytes.length - offset;
  }

  #join(chunk: Buffer): Buffer {
    const parts = [this.#rest, ...this.#chunks, chunk].filter((part) => part.length > 0);
    this.#chunks = [];
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  }
}

function messageLength(bytes: Buffer, offset: number): number {
  if (bytes[offset] !== 0) throw new MalformedMessageError('Compressed messages are not supported');
  const length = bytes.readUInt32BE(offset + 1);
  if (length > longestMessage) throw new MalformedMessageError(`A message has ${length} bytes`);
  return length;
}
