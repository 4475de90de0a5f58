import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Logger, openFileFolder } from '@tapwise/adapters';
import type { z } from 'zod';

/** Longest time for which something is known to this process alone. */
const saveMs = 200;

/** What outlives the process, in a file that is replaced as a whole. */
export interface KeptFile {
  /** There is something else to keep. */
  changed(): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/** @param content What is to be kept at the moment it is written. */
export function keepInFile(file: string, content: () => object, logger: Logger): KeptFile {
  const folder = openFileFolder(dirname(file));
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    timer = undefined;
    writing = writing
      .then(() => folder.replace(basename(file), Buffer.from(JSON.stringify(content()))))
      .catch((error: unknown) => logger.warn({ err: error, file }, 'Counters could not be kept for the next start'));
  };
  return {
    changed: () => {
      timer ??= setTimeout(write, saveMs);
    },
    close: async () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}

/** What an earlier process kept. What cannot be read is as if nothing had been: no call may depend on it. */
export async function readKept<Kept>(file: string, schema: z.ZodType<Kept>, logger: Logger): Promise<Kept | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      logger.warn({ err: error, file }, 'Counters of before the start are not known');
    }
    return undefined;
  }
}
