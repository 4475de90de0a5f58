import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GrpcHandler, GrpcServer } from './grpc/grpc-server.ts';
import { handleAppend } from './services/append.ts';
import { handleBatchAppend } from './services/batch-append.ts';
import { respondToDelete } from './services/delete.ts';
import { respondWithGossip } from './services/gossip.ts';
import { handleRead } from './services/read.ts';
import { respondWithFeatures } from './services/server-features.ts';
import { unary } from './services/unary.ts';
import { lockDirectory } from './store/directory-lock.ts';
import { EventLog } from './store/event-log.ts';

/** Directory name that means "keep nothing". */
export const IN_MEMORY = ':memory:';

const DEFAULT_MAX_APPEND_BYTES = 1024 * 1024;

/** Time that calls get to end by themselves when the node stops. */
const STOP_GRACE_MS = 3000;

export interface EventStoreNodeOptions {
  /** TCP port, 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** Where the log is kept, or `:memory:`. */
  readonly dataDir: string;
  /** The address that gossip gives to clients; by default the address the node listens on. */
  readonly advertiseHost?: string | undefined;
  readonly advertisePort?: number | undefined;
  /** Largest sum of data bytes in one append. */
  readonly maxAppendBytes?: number | undefined;
}

export interface EventStoreNode {
  readonly port: number;
  /** Ends subscriptions with UNAVAILABLE, finishes writes that were accepted, and closes the files. */
  close(): Promise<void>;
}

/**
 * Starts a node. Rejects when another process has the data directory, when its files have another format, or when the
 * port is taken.
 */
export async function startEventStoreNode(options: EventStoreNodeOptions): Promise<EventStoreNode> {
  const storage = await openStorage(options.dataDir);
  const address = { host: options.advertiseHost ?? options.host, port: options.advertisePort ?? options.port };
  const server = new GrpcServer(handlers(storage.log, options.maxAppendBytes ?? DEFAULT_MAX_APPEND_BYTES, address));
  try {
    const port = await server.listen(options.host, options.port);
    address.port = options.advertisePort ?? port;
    return {
      port,
      async close() {
        await server.stop(STOP_GRACE_MS);
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function handlers(
  log: EventLog,
  maxAppendBytes: number,
  address: { readonly host: string; readonly port: number },
): ReadonlyMap<string, GrpcHandler> {
  const streams = '/event_store.client.streams.Streams';
  return new Map<string, GrpcHandler>([
    [`${streams}/Append`, (call) => handleAppend(log, maxAppendBytes, call)],
    [`${streams}/BatchAppend`, (call) => handleBatchAppend(log, maxAppendBytes, call)],
    [`${streams}/Read`, (call) => handleRead(log, call)],
    [`${streams}/Delete`, unary((request) => respondToDelete(log, 'delete', request))],
    [`${streams}/Tombstone`, unary((request) => respondToDelete(log, 'tombstone', request))],
    ['/event_store.client.server_features.ServerFeatures/GetSupportedMethods', unary(() => respondWithFeatures())],
    ['/event_store.client.gossip.Gossip/Read', unary(() => respondWithGossip(log.instanceId, address))],
  ]);
}

async function openStorage(dataDir: string): Promise<{ log: EventLog; close(): Promise<void> }> {
  if (dataDir === IN_MEMORY) return openThrowAwayStorage();
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDirectory(dataDir);
  try {
    const log = await EventLog.open(dataDir, true);
    return {
      log,
      async close() {
        await log.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The files lose their names as soon as they are open, so that nothing stays however the process ends. */
async function openThrowAwayStorage(): Promise<{ log: EventLog; close(): Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'eventstore-'));
  const log = await EventLog.open(directory, false);
  rmSync(directory, { recursive: true });
  return { log, close: () => log.close() };
}
