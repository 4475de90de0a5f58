import type { Files } from '@tapwise/adapters';
import pLimit from 'p-limit';
import { atOnce, keyFolder } from './copy-keys.ts';

export interface KeysToRestore {
  /** Names of the keys that are written. */
  readonly names: readonly string[];
  /** Of the backup, but destroyed since. */
  readonly destroyed: readonly string[];
}

/**
 * Which keys of a backup are restored: those that the newest keys there are have too. One that these lack, or have another in its place,
 * was destroyed after the backup was made, and must not come back.
 * @throws Error when the newest keys are none at all.
 */
export async function keysToRestore(backup: Files, newest: Files): Promise<KeysToRestore> {
  const names = await backup.list(keyFolder);
  const existing = new Set(await newest.list(keyFolder));
  if (existing.size === 0) throw new Error('The folder of the newest keys has no keys');
  const restored: string[] = [];
  for (const name of names) {
    const key = existing.has(name) ? await newest.read(name) : undefined;
    if (key !== undefined && (await backup.read(name))?.equals(key)) restored.push(name);
  }
  const kept = new Set(restored);
  return { names: restored, destroyed: names.filter((name) => !kept.has(name)) };
}

/** @throws Error for a key that is there already, which is left as it is. */
export async function writeKeys(backup: Files, store: Files, names: readonly string[]): Promise<void> {
  const limit = pLimit(atOnce);
  const write = async (name: string): Promise<void> => {
    const key = await backup.read(name);
    if (key === undefined || !(await store.writeIfAbsent(name, key))) throw new Error(`${name} cannot be restored`);
  };
  await Promise.all(names.map((name) => limit(() => write(name))));
}
