import type { Files } from '@tapwise/adapters';
import pLimit from 'p-limit';

export const keyFolder = 'keys/';
/** Keys that are read or written at the same time. */
export const atOnce = 16;

/** Numbers of keys. */
export interface CopiedKeys {
  readonly copied: number;
  /** Destroyed since the last time, which removes them from the backup too. */
  readonly removed: number;
  readonly total: number;
}

/**
 * Makes the keys of a backup those of the installation.
 * @throws Error when the installation has none at all while the backup has some: then the wrong folder, or none, is mounted.
 */
export async function copyKeys(store: Files, backup: Files): Promise<CopiedKeys> {
  const names = await store.list(keyFolder);
  const stored = await backup.list(keyFolder);
  if (names.length === 0 && stored.length > 0)
    throw new Error(
      'No keys are there, and the backup has some. Nothing is removed from it: look whether the folder of keys is mounted.',
    );
  const current = new Set(names);
  const limit = pLimit(atOnce);
  const wasCopied = await Promise.all(names.map((name) => limit(() => copyKey(store, backup, name))));
  const destroyed = stored.filter((name) => !current.has(name));
  for (const name of destroyed) await backup.delete(name);
  return { copied: wasCopied.filter((copied) => copied).length, removed: destroyed.length, total: names.length };
}

/** @returns whether the backup did not have it. */
async function copyKey(store: Files, backup: Files, name: string): Promise<boolean> {
  const key = await store.read(name);
  if (key === undefined) {
    // Destroyed since the names were read.
    await backup.delete(name);
    return false;
  }
  if ((await backup.read(name))?.equals(key)) return false;
  await backup.replace(name, key);
  return true;
}
