import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** An open connection of the engine. Opaque: only the addon looks inside. */
export type NativeConnection = object & { readonly __nativeConnection?: never };

/** A running streamed query of the engine. Opaque as well. */
export type NativeStream = object & { readonly __nativeStream?: never };

/** What the engine hands back for a statement that was asked for in one piece. */
export interface NativeResult {
  readonly bytes: Buffer;
  /** Seconds. */
  readonly elapsed: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
}

export interface NativeChunk {
  readonly bytes: Buffer;
  readonly numRows: number;
  readonly done: boolean;
}

/** The calls of the addon this node uses. `…Async…` and `StreamFetch` run on libuv's thread pool. */
export interface NativeEngine {
  CreateConnection(path: string, args?: readonly string[]): NativeConnection | undefined;
  CloseConnection(connection: NativeConnection): void;
  QueryWithConnection(connection: NativeConnection, sql: string, format: string): string;
  QueryAsyncConnection(connection: NativeConnection, sql: string, format: string): Promise<NativeResult>;
  StreamQuery(connection: NativeConnection, sql: string, format: string): NativeStream;
  StreamFetch(stream: NativeStream): Promise<NativeChunk>;
  StreamCancel(stream: NativeStream): void;
}

/**
 * Loads the engine's addon.
 *
 * The package's own `Session` is left aside for one reason: its `close()` waits until no operation runs anywhere in
 * the process, so one long report would keep every connection opened meanwhile alive. The engine itself only asks that
 * no operation runs on the very connection being closed, which `EngineConnection` sees to.
 */
export function loadNativeEngine(): NativeEngine {
  const require = createRequire(import.meta.url);
  const loader: { loadNative(): NativeEngine } = require(join(dirname(require.resolve('chdb')), 'dist', 'loader.js'));
  return loader.loadNative();
}
