import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment, openClickHouse, type PastTablesMaker, programFlags, withDatabase } from '@tapwise/adapters';
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
 * Makes tables of past instants, each in a database of its own, by a process that has a low priority and ends with the work.
 * @param epoch of the lease of the tables, which this process holds.
 * @param file the program of that process.
 */
export function createPastTablesMaker(addresses: PastTablesAddresses, epoch: number, file = program): PastTablesMaker {
  const url = addresses.CLICKHOUSE_URL;
  return {
    make: async (point, onProgress, signal) => {
      const database = pastTablesName(databaseOf(url), epoch, point);
      const last = point.position === undefined ? [] : ['--position', point.position.toString()];
      const until = ['--at', point.at.toISOString(), ...last];
      try {
        const position = await fill(addresses, [file, '--database', database, ...until], { onProgress, signal });
        signal.throwIfAborted();
        return { database, position };
      } catch (error) {
        await dropTablesAsOf(url, database);
        throw error;
      }
    },
    drop: (database) => dropTablesAsOf(url, database),
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

/** @returns the position of the last event. */
async function fill(
  addresses: PastTablesAddresses,
  [file, ...args]: readonly [string, ...string[]],
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<bigint> {
  const child = spawn(process.execPath, [...programFlags(file), file, ...args, '--beside'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment({ ...addresses, LOG_LEVEL: 'error' }),
  });
  const stop = stopper(child);
  signal.addEventListener('abort', stop.now, { once: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Without a listener of its own the failure of a start would end this process before the lines are read.
  ended.catch(() => undefined);
  let position: bigint | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const message = lineSchema.parse(JSON.parse(line));
    if ('progress' in message) onProgress(message.progress);
    else position = BigInt(message.position);
  }
  const code = await ended.finally(stop.over);
  signal.removeEventListener('abort', stop.now);
  if (position === undefined) throw new Error(`The process that makes tables of the past ended with ${code}`);
  return position;
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
