import { GrpcError, GrpcStatus } from './grpc-status.ts';

const PREFIX_BYTES = 5;

/** Largest message taken from a client, the real server's limit (16 MiB less 10000 bytes). */
const MAX_MESSAGE_BYTES = 16_767_216;

/** Cuts the byte stream of one call into gRPC messages. */
export class FrameDecoder {
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = PREFIX_BYTES;

  /** Takes one chunk and hands each message it completes to `onMessage`. */
  push(chunk: Buffer, onMessage: (message: Buffer) => void): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    if (this.#buffered < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#buffered);
    let offset = 0;
    this.#needed = PREFIX_BYTES;
    while (bytes.length - offset >= PREFIX_BYTES) {
      const frameLength = PREFIX_BYTES + this.#messageLength(bytes, offset);
      if (bytes.length - offset < frameLength) {
        this.#needed = frameLength;
        break;
      }
      onMessage(bytes.subarray(offset + PREFIX_BYTES, offset + frameLength));
      offset += frameLength;
    }
    this.#chunks = offset < bytes.length ? [bytes.subarray(offset)] : [];
    this.#buffered = bytes.length - offset;
  }

  /** True when a message was begun and not finished. */
  get incomplete(): boolean {
    return this.#buffered > 0;
  }

  #messageLength(bytes: Buffer, offset: number): number {
    if (bytes[offset] !== 0) throw new GrpcError(GrpcStatus.unimplemented, 'compressed messages are not supported');
    const length = bytes.readUInt32BE(offset + 1);
    if (length > MAX_MESSAGE_BYTES) {
      const message = `a message of ${length} bytes is larger than the limit of ${MAX_MESSAGE_BYTES}`;
      throw new GrpcError(GrpcStatus.resourceExhausted, message);
    }
    return length;
  }
}
