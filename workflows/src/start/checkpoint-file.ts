import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment, Logger } from '@tapwise/adapters';

/** A position in the log kept in a file. Losing it costs a second reading of the log, nothing else. */
export interface CheckpointFile {
  read(): Promise<bigint | undefined>;
  write(position: bigint): Promise<void>;
}

export function openCheckpointFile(file: string): CheckpointFile {
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return /^\d+$/.test(text.trim()) ? BigInt(text.trim()) : undefined;
    },
    write: async (position) => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, `${position}\n`);
      await rename(`${file}.new`, file);
    },
  };
}

const keepEveryMs = 2000;

/**
 * Writes the position a follower has reached, now and then and once more when the signal aborts.
 * @param stored What the file holds.
 */
export async function keepCheckpoint(
  file: CheckpointFile,
  reached: () => bigint | undefined,
  { stored, logger, signal }: { stored: bigint | undefined; logger: Logger; signal: AbortSignal },
): Promise<void> {
  let written = stored;
  while (!signal.aborted) {
    await pause(keepEveryMs, undefined, { signal }).catch(() => undefined);
    const position = reached();
    if (position === undefined || position === written) continue;
    try {
      await file.write(position);
      written = position;
    } catch (error) {
      logger.warn({ err: error }, 'the position in the log cannot be kept');
    }
  }
}

/** Where a process keeps its positions, by name. */
export const checkpointIn = (environment: Pick<Environment, 'DATA_DIR'>) => (name: string) =>
  openCheckpointFile(join(environment.DATA_DIR, 'workflows', `${name}.position`));
