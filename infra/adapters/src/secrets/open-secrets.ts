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

/** Opens the shared files and the vault in them. */
export async function openSecrets(environment: Environment): Promise<Secrets> {
  const files = await openFiles(environment);
  const location = masterKeyLocation(environment, files);
  const masterKey = await loadMasterKey(location.files, location.name);
  return { files, masterKey, vault: openKeyVault(files, masterKey) };
}

/** Where the master key is: among the shared files, or in a file of its own on this machine. */
export function masterKeyLocation(
  { MASTER_KEY_FILE: file }: Pick<Environment, 'MASTER_KEY_FILE'>,
  files: Files,
): { readonly files: Files; readonly name: string } {
  return file === undefined
    ? { files, name: 'master.key' }
    : { files: openFileFolder(dirname(file)), name: basename(file) };
}
