import { setTimeout as delay } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { ClickHouseError, parseEngineError } from './clickhouse-error.ts';
import { EngineConnection } from './engine-connection.ts';
import { FormatCatalogue } from './format-catalogue.ts';
import { loadNativeEngine, type NativeConnection, type NativeEngine } from './native.ts';

export interface EngineOptions {
  /** Directory of the engine's files. One process per directory. */
  readonly path: string;
  /** Ceiling for all queries together, in bytes. */
  readonly maxMemoryBytes: number;
  /** Statements worked on at once; must stay below the number of threads of libuv's pool. */
  readonly statementsAtOnce: number;
  /** How long to wait for a predecessor to release the directory, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** The engine's own configuration: disks, users and their rights. */
  readonly configFile?: string;
}

/**
 * A setting that means nothing inside the engine (it limits predefined HTTP handlers of a server) and therefore can
 * carry the number of the request, by which a running query is found and ended. The engine makes its own query ids and
 * `log_comment` belongs to the caller.
 */
export const REQUEST_NUMBER_SETTING = 'http_max_request_param_data_size';

/**
 * Seconds until a table without work is looked at again, at first; each further look comes later. An insert or a merge is followed by a look at
 * once, so that nothing waits. The engine's own tenth of a second costs 0.3 % of a core for each database of fifty tables, and
 * statements that stream, which the second is for, are not used.
 */
const idleTables = [
  '--background_processing_pool_thread_sleep_seconds_if_nothing_to_do=5',
  '--background_streaming_processing_pool_thread_sleep_seconds_if_nothing_to_do=60',
] as const;

/** CANNOT_OPEN_FILE: what the engine says while another process holds the directory. */
const DIRECTORY_LOCKED = 76;

/** The embedded engine over one directory. */
export class Engine {
  readonly version: string;
  readonly timezone: string;
  readonly formats: FormatCatalogue;
  readonly #native: NativeEngine;
  readonly #turns: LimitFunction;
  readonly #path: string;
  readonly #control: EngineConnection;
  /** Opened ahead, while no query waits. */
  #spare: EngineConnection | undefined;
  #refill: NodeJS.Immediate | undefined;
  readonly #open = new Set<EngineConnection>();

  private constructor(native: NativeEngine, options: EngineOptions, control: NativeConnection) {
    this.#native = native;
    this.#path = options.path;
    this.#turns = pLimit(options.statementsAtOnce);
    this.#control = this.#adopt(control);
    this.version = this.#control.runNow('SELECT version()').trim();
    this.timezone = this.#control.runNow('SELECT timezone()').trim();
    this.formats = FormatCatalogue.parse(
      this.#control.runNow('SELECT name, content_type, is_output FROM system.formats FORMAT TabSeparated'),
    );
  }

  /**
   * Opens the directory and keeps one connection to it until the process ends, so that the limits given here hold for
   * all later ones.
   *
   * @throws ClickHouseError 76 when another process still holds the directory after `lockTimeoutMs`
   */
  static async open(options: EngineOptions): Promise<Engine> {
    const native = loadNativeEngine();
    const deadline = Date.now() + options.lockTimeoutMs;
    for (;;) {
      try {
        const control = native.CreateConnection(options.path, [
          `--max_server_memory_usage=${options.maxMemoryBytes}`,
          ...idleTables,
          ...(options.configFile === undefined ? [] : [`--config-file=${options.configFile}`]),
        ]);
        if (control === undefined) throw new ClickHouseError(236, 'ABORTED', 'The engine did not open its directory');
        return new Engine(native, options, control);
      } catch (error) {
        const failure = parseEngineError(error);
        const locked = failure.code === DIRECTORY_LOCKED || failure.message.includes('Cannot lock file');
        if (!locked || Date.now() > deadline) throw failure;
        await delay(100);
      }
    }
  }

  /** A fresh connection, on which nothing of earlier requests is left. */
  connect(): EngineConnection {
    const connection = this.#spare ?? this.#openConnection();
    this.#spare = undefined;
    this.#refill ??= setImmediate(() => {
      this.#refill = undefined;
      this.#openAhead();
    });
    return connection;
  }

  /** Statements the engine works on now. */
  get statementsRunning(): number {
    return this.#turns.activeCount;
  }

  /**
   * Ends the query of one request, 10 to 50 ms later. Asked on the calling thread, because with all threads of the
   * pool busy a statement that waits for one could only run after a query ended by itself.
   */
  kill(requestNumber: number): void {
    this.#control.runNow(`KILL QUERY WHERE Settings['${REQUEST_NUMBER_SETTING}']='${requestNumber}' ASYNC`);
  }

  /** Ends every running query, so that the process can end. */
  killAll(): void {
    this.#control.runNow('KILL QUERY WHERE 1 ASYNC');
  }

  /**
   * Closes every connection, the first one last, which shuts the engine down. Left to the end of the process, the engine
   * would be taken apart together with what it still uses, and sometimes hang there.
   */
  close(): void {
    clearImmediate(this.#refill);
    for (const connection of this.#open) if (connection !== this.#control) connection.close();
    this.#control.close();
  }

  /** A failure here is left to the request that needs a connection, which tries again and can report it. */
  #openAhead(): void {
    try {
      this.#spare ??= this.#openConnection();
    } catch {
      this.#spare = undefined;
    }
  }

  #adopt(handle: NativeConnection): EngineConnection {
    const connection = new EngineConnection(this.#native, this.#turns, handle, (closed) => this.#open.delete(closed));
    this.#open.add(connection);
    return connection;
  }

  #openConnection(): EngineConnection {
    try {
      const handle = this.#native.CreateConnection(this.#path);
      if (handle === undefined) throw new ClickHouseError(236, 'ABORTED', 'The engine did not open a connection');
      return this.#adopt(handle);
    } catch (error) {
      throw parseEngineError(error);
    }
  }
}
