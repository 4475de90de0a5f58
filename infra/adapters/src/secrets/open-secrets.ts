import { basename, dirname } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { openFileFolder } from '../files/file-folder.ts';
import { openFiles } from '../files/file-settings.ts';
import type { Files } from '../files/files.ts';
import { type KeyVault, openKeyVault } from './key-vault.ts';
import { loadMasterKey } from './master-key.ts';

/** What a process opens once: the shared files, and the secrets in them. */
export interface Secrets {
  readonly files: Files;
  readonly masterKey: Buffer;
  readonly vault: KeyVault;
}

/** Opens the shared files and the vault in them. The master key is among them, or in a file of its own on this machine. */
export async function openSecrets(environment: Environment): Promise<Secrets> {
  const files = await openFiles(environment);
  const { MASTER_KEY_FILE: file } = environment;
  const masterKey =
    file === undefined
      ? await loadMasterKey(files, 'master.key')
      : await loadMasterKey(openFileFolder(dirname(file)), basename(file));
  return { files, masterKey, vault: openKeyVault(files, masterKey) };
}
