import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FaultControl } from './faults/fault-control.ts';
import { GrpcServer } from './grpc/grpc-server.ts';
import { keepScavenging } from './scavenge/keep-scavenging.ts';
import { STATE_LEADER } from './services/gossip.ts';
import { lockDirectory } from './store/disk/directory-lock.ts';
import { EventLog } from './store/event-log.ts';

/** Directory name that means "keep nothing". */
export const IN_MEMORY = ':memory:';

const DEFAULT_MAX_APPEND_BYTES = 1024 * 1024;

/** Addresses that no other machine reaches. */
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

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
  /** Faults can be switched on, see `FaultSwitches`; on a loopback address only. */
  readonly faultControl?: boolean | undefined;
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
  if (options.faultControl === true && !LOOPBACK.test(options.host)) {
    throw new Error('Faults can be switched on only where the node listens on a loopback address.');
  }
  const storage = await openStorage(options.dataDir);
  const scavenging = keepScavenging(storage.log, (error) => {
    process.stderr.write(`Hidden events could not be removed: ${String(error)}\n`);
  });
  const close = async (): Promise<void> => {
    await scavenging.stop();
    await storage.close();
  };
  const address = { host: options.advertiseHost ?? options.host, port: options.advertisePort ?? options.port };
  const control = new FaultControl(storage.log, options.maxAppendBytes ?? DEFAULT_MAX_APPEND_BYTES, () => [
    { ...address, state: STATE_LEADER, isAlive: true },
  ]);
  const server = new GrpcServer(control.handlers(options.faultControl === true, (count) => server.limitStreams(count)));
  try {
    const port = await server.listen(options.host, options.port);
    address.port = options.advertisePort ?? port;
    return {
      port,
      async close() {
        await Promise.all([server.stop(STOP_GRACE_MS), control.close()]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const writeReports = {
  onFailing: (reason: Error): void =>
    void process.stderr.write(`The log cannot be written and refuses all appends: ${reason.message}\n`),
  onWorking: (): void => void process.stderr.write('The log can be written again.\n'),
};

async function openStorage(dataDir: string): Promise<{ log: EventLog; close(): Promise<void> }> {
  if (dataDir === IN_MEMORY) return openThrowAwayStorage();
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDirectory(dataDir);
  try {
    const log = await EventLog.open(dataDir, true, { reports: writeReports });
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
