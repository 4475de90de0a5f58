import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';

/**
 * Holds `directory` for this process, or throws when another process has it or nothing can be written there. The lock is the operating system's record
 * lock that SQLite takes on a file: it falls with the process, however that ends, and needs no cleaning up.
 */
export function lockDirectory(directory: string): { release(): void } {
  accessSync(directory, constants.W_OK | constants.X_OK);
  const database = new Database(path.join(directory, 'lock.db'));
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if (!isBusy(cause))
      throw new Error(`The data directory ${directory} cannot be locked: ${String(cause)}`, { cause });
    throw new Error(`The data directory ${directory} is in use by another event store process.`, { cause });
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
