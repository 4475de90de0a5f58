import type { LimitFunction } from 'p-limit';
import { ClickHouseError, parseEngineError } from './clickhouse-error.ts';
import type { NativeChunk, NativeConnection, NativeEngine, NativeResult, NativeStream } from './native.ts';

/**
 * One connection of the engine: own settings, parameters, current database and temporary tables. One operation at a
 * time. Every call throws `ClickHouseError`.
 */
export class EngineConnection {
  readonly #native: NativeEngine;
  readonly #turns: LimitFunction;
  readonly #handle: NativeConnection;
  #operation: Promise<unknown> | undefined;
  #stream: NativeStream | undefined;
  #closed = false;

  readonly #onReleased: (connection: EngineConnection) => void;

  constructor(
    native: NativeEngine,
    turns: LimitFunction,
    handle: NativeConnection,
    onReleased: (connection: EngineConnection) => void,
  ) {
    this.#native = native;
    this.#turns = turns;
    this.#handle = handle;
    this.#onReleased = onReleased;
  }

  /** True while a thread of the pool works for this connection. */
  get busy(): boolean {
    return this.#operation !== undefined;
  }

  /** Runs short statements (`SET`, `USE`, `KILL … ASYNC`) on the calling thread and returns their text as TabSeparated. */
  runNow(sql: string): string {
    this.#refuseIfClosed();
    try {
      return this.#native.QueryWithConnection(this.#handle, sql, 'TabSeparated');
    } catch (error) {
      throw parseEngineError(error);
    }
  }

  /**
   * Runs one statement off the event loop and returns its whole answer.
   *
   * @param options.urgent skips the queue for a slot: for statements that end others
   */
  run(sql: string, format: string, options: { readonly urgent?: boolean } = {}): Promise<NativeResult> {
    const operation = async (): Promise<NativeResult> => {
      this.#refuseIfClosed();
      return this.#native.QueryAsyncConnection(this.#handle, sql, format);
    };
    return this.#track(options.urgent === true ? operation() : this.#turns(operation));
  }

  /**
   * Runs one SELECT and yields its answer chunk by chunk, each a complete document in the format. Asks for the next
   * chunk only when the caller does. A slot is held only while the engine works, not while the caller sends.
   */
  async *stream(sql: string, format: string): AsyncGenerator<NativeChunk, void, undefined> {
    this.#refuseIfClosed();
    try {
      this.#stream = this.#native.StreamQuery(this.#handle, sql, format);
    } catch (error) {
      throw parseEngineError(error);
    }
    try {
      for (;;) {
        const chunk = await this.#track(this.#turns(() => this.#fetch()));
        if (chunk.done) return;
        yield chunk;
      }
    } finally {
      this.#cancelStream();
    }
  }

  /** Releases the connection, at once or as soon as the operation running on it ends. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const release = (): void => {
      this.#cancelStream();
      this.#native.CloseConnection(this.#handle);
      this.#onReleased(this);
    };
    if (this.#operation === undefined) release();
    else this.#operation.then(release, release);
  }

  async #fetch(): Promise<NativeChunk> {
    if (this.#stream === undefined) throw new ClickHouseError(394, 'QUERY_WAS_CANCELLED', 'Query was cancelled');
    return this.#native.StreamFetch(this.#stream);
  }

  /** A stream points into its connection and must go first. */
  #cancelStream(): void {
    if (this.#stream !== undefined) this.#native.StreamCancel(this.#stream);
    this.#stream = undefined;
  }

  /** The addon would read freed memory. */
  #refuseIfClosed(): void {
    if (this.#closed) throw new ClickHouseError(236, 'ABORTED', 'The connection is closed');
  }

  async #track<T>(operation: Promise<T>): Promise<T> {
    this.#operation = operation;
    try {
      return await operation;
    } catch (error) {
      throw parseEngineError(error);
    } finally {
      this.#operation = undefined;
    }
  }
}
