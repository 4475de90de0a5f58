import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyVault } from '../secrets/key-vault.ts';

/** Copies of what is kept about a person, as files; unreadable once the person's key is destroyed. */
export interface ExportFiles {
  /** Writing it again takes the place of what was there. */
  write(accountId: number, requestId: string, content: Buffer): Promise<void>;
  /** `undefined` when there is no such file, or none that can be read any more. */
  read(requestId: string): Promise<Buffer | undefined>;
  remove(requestId: string): Promise<void>;
}

/** @param directory made when the first file is written. */
export function openExportFiles(
  directory: string,
  vault: Pick<KeyVault, 'encryptBytes' | 'decryptBytes'>,
): ExportFiles {
  const fileOf = (requestId: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(requestId)) throw new Error('A copy is named by the id of its request');
    return join(directory, requestId);
  };
  return {
    write: async (accountId, requestId, content) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = fileOf(requestId);
      const handle = await open(`${file}.new`, 'w', 0o600);
      try {
        await handle.writeFile(await vault.encryptBytes(`account-${accountId}`, content));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
    },
    read: async (requestId) => {
      const cipher = await readFile(fileOf(requestId), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return cipher === undefined ? undefined : vault.decryptBytes(cipher);
    },
    remove: (requestId) => rm(fileOf(requestId), { force: true }),
  };
}
