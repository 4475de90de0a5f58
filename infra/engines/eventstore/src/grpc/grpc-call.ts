import type { ServerHttp2Stream } from 'node:http2';
import { FrameReader } from '../../../../wire/index.ts';
import {
  GrpcError,
  GrpcStatus,
  type GrpcStatusCode,
  isPrintableAscii,
  statusTrailers,
  toGrpcError,
} from './grpc-status.ts';

/** Largest message accepted from a client, the real server's limit (16 MiB less 10000 bytes). */
const MAX_MESSAGE_BYTES = 16_767_216;
const RESPONSE_HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' };

/** How a service takes the messages of one call. */
export interface CallReceiver {
  onMessage(message: Buffer): void;
  /** The client sends nothing more. */
  onEnd(): void;
}

/** One gRPC call: messages in, frames out, one status at the end. */
export class GrpcCall {
  readonly #stream: ServerHttp2Stream;
  readonly #frames = new FrameReader(MAX_MESSAGE_BYTES);
  readonly #closeListeners = new Set<() => void>();
  #outgoing: Buffer[] = [];
  #flushing = false;
  #finished = false;
  #closed = false;
  #shutdownListener: (() => void) | undefined;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    stream.on('error', () => stream.close());
    stream.on('close', () => this.#close());
    stream.on('aborted', () => this.#close());
  }

  /** True when nothing more can reach the client: it cancelled, the connection broke, or the status was sent. */
  get done(): boolean {
    return this.#closed || this.#finished;
  }

  /** Starts taking messages. An error thrown by the receiver ends the call with its status. */
  receive(receiver: CallReceiver): void {
    const guarded = (step: () => void) => {
      if (this.done) return;
      try {
        step();
      } catch (error) {
        this.fail(error);
      }
    };
    this.#stream.on('data', (chunk: Buffer) => {
      guarded(() =>
        this.#frames.push(chunk, (bytes, start, end) => !this.done && receiver.onMessage(bytes.subarray(start, end))),
      );
    });
    this.#stream.on('end', () => {
      guarded(() => {
        if (this.#frames.incomplete) throw new GrpcError(GrpcStatus.unknown, 'the last message is cut off');
        receiver.onEnd();
      });
    });
  }

  /** Queues frames; everything queued in one turn leaves in one write. */
  send(frames: Buffer): void {
    if (this.done) return;
    this.#outgoing.push(frames);
    if (this.#flushing) return;
    this.#flushing = true;
    process.nextTick(() => this.#flush());
  }

  /** Writes frames at once and resolves when the client has room for more, or the call is over. */
  async sendAndDrain(frames: Buffer): Promise<void> {
    this.#flush();
    if (this.done) return;
    this.#respond();
    if (this.#stream.write(frames)) return;
    await new Promise<void>((resolve) => {
      const settle = () => {
        this.#stream.off('drain', settle);
        this.#closeListeners.delete(settle);
        resolve();
      };
      this.#stream.once('drain', settle);
      this.#closeListeners.add(settle);
    });
  }

  /** Calls `listener` once when the call is over for whatever reason. */
  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#closeListeners.add(listener);
  }

  /** What to do when the node stops; by default the call fails with UNAVAILABLE at once. */
  onShutdown(listener: () => void): void {
    this.#shutdownListener = listener;
  }

  shutdown(): void {
    if (this.#shutdownListener === undefined) this.fail(new GrpcError(GrpcStatus.unavailable, 'The node is stopping.'));
    else this.#shutdownListener();
  }

  finish(): void {
    this.#end(GrpcStatus.ok, '');
  }

  fail(thrown: unknown): void {
    const error = toGrpcError(thrown);
    this.#end(error.code, error.message, error.trailers);
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#outgoing.length === 0) return;
    const [first, ...rest] = this.#outgoing;
    this.#outgoing = [];
    if (this.#closed || first === undefined) return;
    this.#respond();
    this.#stream.write(rest.length === 0 ? first : Buffer.concat([first, ...rest]));
  }

  #respond(): void {
    if (!this.#stream.headersSent) this.#stream.respond(RESPONSE_HEADERS, { waitForTrailers: true });
  }

  #end(code: GrpcStatusCode, message: string, extra: Readonly<Record<string, string>> = {}): void {
    if (this.done) return;
    this.#flush();
    this.#finished = true;
    // A name outside ASCII cannot be sent in a trailer; real servers fail as a whole then.
    const failsWhole = Object.values(extra).some((value) => !isPrintableAscii(value));
    const trailers = failsWhole ? statusTrailers(GrpcStatus.unknown, '') : statusTrailers(code, message, extra);
    // What the client still sends is read and dropped, so that its connection window does not stay used up.
    this.#stream.resume();
    if (this.#stream.headersSent) {
      this.#stream.once('wantTrailers', () => this.#stream.sendTrailers(trailers));
      this.#stream.end();
    } else {
      this.#stream.respond(failsWhole ? { ':status': 500 } : { ...RESPONSE_HEADERS, ...trailers }, { endStream: true });
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#outgoing = [];
    for (const listener of [...this.#closeListeners]) listener();
    this.#closeListeners.clear();
  }
}
