import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads the key that wraps all stored secrets, or makes it (32 bytes, base64, mode 0600) on first use.
 * @throws Error when the file holds something else.
 */
export async function loadMasterKey(file: string): Promise<Buffer> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored === undefined) return createMasterKey(file);
  const key = Buffer.from(stored.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${file} is not a master key: 32 bytes in base64 are expected`);
  return key;
}

/** Several processes may start at once: a draft is written in full first, and only one of them gets the name. */
async function createMasterKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true });
  const key = randomBytes(32);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return await loadMasterKey(file);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
