import { type ClientHttp2Stream, constants } from 'node:http2';
import { FrameReader } from '../../../../wire/index.ts';
import { type GrpcEnd, grpcEndOf, grpcStatus, unavailable } from './grpc-fault.ts';

/** No answer of a log is larger; an event has at most 16 MiB. */
const longestMessage = 32 * 1024 * 1024;

export interface CallListener {
  /** A message is a range of a buffer. A throw ends the call. */
  onMessage(bytes: Buffer, start: number, end: number): void;
  /** Called once, after the last message; not after `cancel`. */
  onEnd(end: GrpcEnd): void;
  /** There is room for more to be written. */
  onDrain?(): void;
}

/** One call: framed messages out, messages in, one end. */
export class GrpcCall {
  readonly #listener: CallListener;
  readonly #frames = new FrameReader(longestMessage);
  #stream: ClientHttp2Stream | undefined;
  #end: GrpcEnd | undefined;
  #over = false;
  #release: () => void = () => undefined;

  constructor(listener: CallListener) {
    this.#listener = listener;
  }

  attach(stream: ClientHttp2Stream, release: () => void): void {
    this.#stream = stream;
    this.#release = release;
    const onStatus = (headers: Readonly<Record<string, unknown>>): void => {
      this.#end = grpcEndOf(headers) ?? this.#end;
    };
    stream.on('response', onStatus);
    stream.on('trailers', onStatus);
    stream.on('drain', () => this.#listener.onDrain?.());
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    stream.on('error', (error) => {
      this.#end ??= unavailable(`The connection to the log broke: ${error.message}`);
    });
    // A server may end a call before its client has ended writing; nothing more is to be said then.
    stream.on('end', () => setImmediate(() => stream.close()));
    stream.on('close', () => this.#finish(this.#end ?? unavailable('The connection to the log broke')));
  }

  /** Ends a call that never began. */
  breakOff(reason: string): void {
    setImmediate(() => this.#finish(unavailable(reason)));
  }

  /** @returns false when the server has to take what was written before more is. */
  write(frames: Buffer): boolean {
    return this.#stream?.write(frames) ?? true;
  }

  /** The client has nothing more to say. */
  endWriting(frames?: Buffer): void {
    this.#stream?.end(frames);
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  /** Leaves the call; the listener hears nothing more. */
  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#stream?.close(constants.NGHTTP2_CANCEL);
    this.#release();
  }

  #take(chunk: Buffer): void {
    if (this.#over) return;
    try {
      this.#frames.push(chunk, (bytes, start, end) => {
        if (!this.#over) this.#listener.onMessage(bytes, start, end);
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#finish({ status: grpcStatus.internal, message, trailers: {} });
      this.#stream?.close(constants.NGHTTP2_CANCEL);
    }
  }

  #finish(end: GrpcEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#release();
    this.#listener.onEnd(end);
  }
}
