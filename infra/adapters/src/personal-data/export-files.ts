import type { Files } from '../files/files.ts';
import type { KeyVault } from '../secrets/key-vault.ts';

/** Copies of what is kept about a person, as files; unreadable once the person's key is destroyed. */
export interface ExportFiles {
  /** Writing it again takes the place of what was there. */
  write(accountId: number, requestId: string, content: Buffer): Promise<void>;
  /** `undefined` when there is no such file, or none that can be read any more. */
  read(requestId: string): Promise<Buffer | undefined>;
  remove(requestId: string): Promise<void>;
}

/** The copies are the files `exports/<request id>`. */
export function openExportFiles(files: Files, vault: Pick<KeyVault, 'encryptBytes' | 'decryptBytes'>): ExportFiles {
  const nameOf = (requestId: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(requestId)) throw new Error('A copy is named by the id of its request');
    return `exports/${requestId}`;
  };
  return {
    write: async (accountId, requestId, content) =>
      files.replace(nameOf(requestId), Buffer.from(await vault.encryptBytes(`account-${accountId}`, content))),
    read: async (requestId) => {
      const cipher = await files.read(nameOf(requestId));
      return cipher === undefined ? undefined : vault.decryptBytes(cipher.toString('utf8'));
    },
    remove: async (requestId) => files.delete(nameOf(requestId)),
  };
}
