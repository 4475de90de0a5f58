import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  childEnvironment,
  openClickHouse,
  type PastPoint,
  type PastTablesMaker,
  programFlags,
  withDatabase,
} from '@tapwise/adapters';
import { z } from 'zod';
import { pastTablesEpoch, pastTablesName, pastTablesPrefix } from '../../tables/past-tables.queries.ts';
import { databaseOf } from '../runner/prepare-tables.ts';
import { databasesLike } from './rebuild-tables.queries.ts';
import { dropTablesAsOf } from './tables-as-of.ts';

/** Time to end what the engine is asked to do, in milliseconds: a statement goes on there when its caller is gone. */
const stopWithinMs = 10_000;
/** Before what could not be dropped is tried again. */
const againAfterMs = 5000;
const program = fileURLToPath(new URL('../as-of.ts', import.meta.url));
const lineSchema = z.union([z.object({ progress: z.number() }), z.object({ position: z.string() })]);

/** Addresses as the environment gives them. */
export interface PastTablesAddresses {
  readonly EVENTSTORE_URL: string;
  readonly CLICKHOUSE_URL: string;
}

/**
 * Makes tables of past instants, each in a database of its own, by a process that has a low priority and ends with the work, or when
 * tables that are continued are dropped.
 * @param epoch of the lease of the tables, which this process holds.
 * @param file the program of that process.
 */
export function createPastTablesMaker(addresses: PastTablesAddresses, epoch: number, file = program): PastTablesMaker {
  const url = addresses.CLICKHOUSE_URL;
  /** By database. */
  const continued = new Map<string, FillingProcess>();
  const drop = async (database: string): Promise<void> => {
    await continued.get(database)?.end();
    continued.delete(database);
    await dropTablesAsOf(url, database);
  };
  return {
    make: async (point, onProgress, signal) => {
      const database = pastTablesName(databaseOf(url), epoch, point);
      const last = point.position === undefined ? [] : ['--position', point.position.toString()];
      const until = ['--at', point.at.toISOString(), ...last, '--beside'];
      const isOwn = point.own !== undefined;
      const filling = startFilling(addresses, [file, '--database', database, ...until], { isContinued: isOwn, signal });
      try {
        const position = await filling.nextPosition(onProgress);
        if (!isOwn) await filling.end();
        signal.throwIfAborted();
        if (!isOwn) return { database, position };
        continued.set(database, filling);
        return { database, position, continueTo: (later) => filling.continueTo(later) };
      } catch (error) {
        await filling.end();
        await dropTablesAsOf(url, database);
        throw error;
      }
    },
    drop,
  };
}

/**
 * Drops what processes left that held the lease of the tables before, and tries again until it is done or the signal aborts: what fills
 * tables for a writer that was killed may still be at it, and ends only when nobody reads what it prints.
 * @param url of the current tables. @param epoch of the present lease: what was made under it stays.
 */
export async function dropLeftPastTables(
  url: string,
  epoch: number,
  { onFault, signal }: { onFault: (error: unknown) => void; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await dropOlderThan(url, epoch);
    } catch (error) {
      onFault(error);
      await pause(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function dropOlderThan(url: string, epoch: number): Promise<void> {
  const client = openClickHouse(withDatabase(url, 'default'));
  try {
    const tables = databaseOf(url);
    const existing = await databasesLike(client, pastTablesPrefix(tables));
    const left = existing.filter((database) => (pastTablesEpoch(tables, database) ?? 0) < epoch);
    for (const database of left) await dropTablesAsOf(url, database);
  } finally {
    await client.close();
  }
}

/** A process that fills tables. */
interface FillingProcess {
  /** @returns the position of the last event that the tables hold. @throws Error when the process has ended. */
  nextPosition(onProgress: (part: number) => void): Promise<bigint>;
  /** Has the tables continued up to a later point. @throws as above. */
  continueTo(point: PastPoint): Promise<bigint>;
  /** Resolves when it has ended; one that continues is asked to. */
  end(): Promise<void>;
}

/** @param options.signal ends it. */
function startFilling(
  addresses: PastTablesAddresses,
  [file, ...args]: readonly [string, ...string[]],
  { isContinued, signal }: { isContinued: boolean; signal: AbortSignal },
): FillingProcess {
  const flags = isContinued ? ['--continue'] : [];
  const child = spawn(process.execPath, [...programFlags(file), file, ...args, ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: childEnvironment({ ...addresses, LOG_LEVEL: 'error' }),
  });
  if (!isContinued) child.stdin.end();
  // What is written to a process that has ended is missed where its answer is waited for.
  child.stdin.on('error', () => undefined);
  const stop = stopper(child);
  signal.addEventListener('abort', stop.now, { once: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const over = ended
    .catch(() => null)
    .then((code) => {
      stop.over();
      signal.removeEventListener('abort', stop.now);
      return code;
    });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextPosition: FillingProcess['nextPosition'] = async (onProgress) => {
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const message = lineSchema.parse(JSON.parse(line.value));
      if ('position' in message) return BigInt(message.position);
      onProgress(message.progress);
    }
    throw new Error(`The process that makes tables of the past ended with ${await ended}`);
  };
  return {
    nextPosition,
    continueTo: ({ at, position }) => {
      child.stdin.write(`${JSON.stringify({ at: at.toISOString(), position: position?.toString() })}\n`);
      return nextPosition(() => undefined);
    },
    end: async () => {
      child.stdin.end();
      await over;
    },
  };
}

/** Asks a process to end, and ends it when that takes too long. */
function stopper(child: ChildProcess) {
  let timer: NodeJS.Timeout | undefined;
  return {
    now: (): void => {
      child.kill('SIGTERM');
      timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    },
    over: (): void => clearTimeout(timer),
  };
}
