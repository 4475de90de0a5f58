import { DeadlineExceededError, UnavailableError } from '@eventstore/db-client';
import { ProtoWriter } from '../../../../wire/index.ts';
import { type AppendResponse, readAppendResponse, type SizedAppend, writeAppend } from './append-messages.ts';
import type { GrpcCall } from './grpc-call.ts';
import type { GrpcConnection } from './grpc-connection.ts';
import { faultOf, type GrpcEnd, grpcStatus, refusalOf, unavailable } from './grpc-fault.ts';

const path = '/event_store.client.streams.Streams/BatchAppend';

/** Bytes handed over in one write; what does not fit follows when the server has taken it. */
const writeBytes = 256 * 1024;

/** Where the last event of an append was written. */
export interface AppendedAt {
  readonly revision: bigint;
  readonly position: bigint;
}

interface PendingAppend {
  readonly append: SizedAppend;
  readonly correlation: number;
  /** On the clock of `performance.now`. */
  readonly deadline: number;
  readonly resolve: (at: AppendedAt) => void;
  readonly reject: (error: Error) => void;
  over: boolean;
}

export interface AppendStreamOptions {
  /** Longest time an append may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Bytes of appends that may wait until the server takes more; further ones fail as unavailable at once. */
  readonly waitingBytes?: number;
}

const defaultWaitingBytes = 64 * 1024 * 1024;

/**
 * All appends of a process over one call. What is asked for in one turn of the event loop leaves in one write; answers find their
 * append by its number. When the call ends, what is not answered fails with its status, and the next append begins a new one: it
 * is then not known whether those appends were made, and a repeated one is recognized by its event ids.
 */
export class AppendStream {
  readonly #connection: GrpcConnection;
  readonly #deadlineMs: number;
  readonly #waitingBytes: number;
  /** Not answered, oldest first; all have the same time, so the first one's deadline is the next. */
  readonly #pending = new Map<number, PendingAppend>();
  #queue: PendingAppend[] = [];
  #queuedBytes = 0;
  #call: GrpcCall | undefined;
  #blocked = false;
  #flushing = false;
  #lastCorrelation = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: GrpcConnection, { deadlineMs, waitingBytes = defaultWaitingBytes }: AppendStreamOptions) {
    this.#connection = connection;
    this.#deadlineMs = deadlineMs;
    this.#waitingBytes = waitingBytes;
  }

  /**
   * @throws the client library's errors: WrongExpectedVersionError and others when the server refuses; UnavailableError,
   * DeadlineExceededError when it is not known whether the append was made.
   */
  append(append: SizedAppend): Promise<AppendedAt> {
    if (this.#queuedBytes + append.size > this.#waitingBytes && this.#queue.length > 0) {
      return Promise.reject(faultOf(unavailable('Too much waits for the log already')));
    }
    return new Promise((resolve, reject) => {
      this.#lastCorrelation += 1;
      const correlation = this.#lastCorrelation;
      const deadline = performance.now() + this.#deadlineMs;
      const pending: PendingAppend = { append, correlation, deadline, resolve, reject, over: false };
      this.#pending.set(correlation, pending);
      this.#queue.push(pending);
      this.#queuedBytes += append.size;
      this.#timer ??= setTimeout(() => this.#expire(), this.#deadlineMs);
      this.#flushSoon();
    });
  }

  /** Leaves the call; what is not answered fails as unavailable. */
  close(): void {
    const call = this.#call;
    this.#fail(unavailable('The client is closed'));
    call?.cancel();
  }

  #flushSoon(): void {
    if (this.#flushing || this.#blocked) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#queue.length > 0 && !this.#blocked) {
      const batch = this.#takeBatch();
      const writer = new ProtoWriter(batch.reduce((sum, { append }) => sum + append.size, 0));
      const now = performance.now();
      for (const { append, correlation, deadline } of batch) {
        writeAppend(writer, append, correlation, Math.max(1, deadline - now));
      }
      this.#call ??= this.#begin();
      this.#blocked = !this.#call.write(writer.finish());
    }
  }

  /** The oldest of the queue that fit into one write, at least one. */
  #takeBatch(): PendingAppend[] {
    let count = 0;
    let bytes = 0;
    for (const { append } of this.#queue) {
      if (count > 0 && bytes + append.size > writeBytes) break;
      bytes += append.size;
      count += 1;
    }
    this.#queuedBytes -= bytes;
    const batch = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    return batch;
  }

  #begin(): GrpcCall {
    const call: GrpcCall = this.#connection.call(path, {
      onMessage: (bytes, start, end) => this.#answer(readAppendResponse(bytes, start, end)),
      onDrain: () => {
        if (this.#call !== call) return;
        this.#blocked = false;
        this.#flushSoon();
      },
      onEnd: (end) => {
        if (this.#call === call) this.#fail(end);
      },
    });
    return call;
  }

  #answer({ correlation, written, refusal }: AppendResponse): void {
    const pending = correlation === undefined ? undefined : this.#pending.get(correlation);
    // An answer that came after its append had failed here.
    if (pending === undefined) return;
    this.#forget(pending);
    if (written !== undefined) pending.resolve(written);
    else if (refusal !== undefined) pending.reject(refusalOf(pending.append, refusal));
    else pending.reject(faultOf({ status: grpcStatus.internal, message: 'The log answered nothing', trailers: {} }));
  }

  #forget(pending: PendingAppend): void {
    pending.over = true;
    this.#pending.delete(pending.correlation);
    if (this.#pending.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  #expire(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const pending of this.#pending.values()) {
      if (pending.deadline > now) {
        this.#timer ??= setTimeout(() => this.#expire(), pending.deadline - now);
        break;
      }
      this.#forget(pending);
      pending.reject(new DeadlineExceededError(undefined, 'The log has not answered an append in time'));
    }
    // Those that were never sent keep no room from others.
    this.#queue = this.#queue.filter(({ over }) => !over);
    this.#queuedBytes = this.#queue.reduce((sum, { append }) => sum + append.size, 0);
  }

  #fail(end: GrpcEnd): void {
    const failed = [...this.#pending.values()];
    this.#call = undefined;
    this.#blocked = false;
    this.#queue = [];
    this.#queuedBytes = 0;
    // A call that the server ends in order leaves nothing answered that it did not answer.
    const error =
      end.status === grpcStatus.ok ? new UnavailableError(undefined, 'The log ended the call') : faultOf(end);
    for (const pending of failed) {
      this.#forget(pending);
      pending.reject(error);
    }
  }
}
