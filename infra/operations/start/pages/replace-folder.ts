import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';

/** Others may replace the same folder at the same time, each once. */
const mostTries = 20;

/**
 * Puts a folder in the place of another, which need not exist. Of several that are put there at the same time one is left, whole.
 * @throws Error of the file system.
 */
export function replaceFolder(folder: string, replaced: string): void {
  const former = `${folder}.${randomUUID()}`;
  for (let tries = 1; ; tries += 1) {
    try {
      renameIfThere(replaced, former);
      renameSync(folder, replaced);
      return;
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isTaken || tries === mostTries) throw error;
    } finally {
      rmSync(former, { recursive: true, force: true });
    }
  }
}

function renameIfThere(folder: string, to: string): void {
  try {
    renameSync(folder, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
