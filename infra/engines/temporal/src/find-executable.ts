import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether the path is a file this user may run. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The first program of that name in the folders, or `undefined`. */
export async function findExecutable(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}
