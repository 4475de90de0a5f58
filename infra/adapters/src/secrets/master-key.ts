import { randomBytes } from 'node:crypto';
import type { Files } from '../files/files.ts';

/**
 * Reads the key that wraps all stored secrets, or makes it (32 bytes, base64) on first use. Several processes may start at once: all get
 * the one that was written first.
 * @throws Error when the file holds something else.
 */
export async function loadMasterKey(files: Pick<Files, 'read' | 'writeIfAbsent'>, name: string): Promise<Buffer> {
  const stored = await files.read(name);
  if (stored === undefined) {
    const key = randomBytes(32);
    const isFirst = await files.writeIfAbsent(name, Buffer.from(`${key.toString('base64')}\n`));
    return isFirst ? key : loadMasterKey(files, name);
  }
  return parseMasterKey(stored, name);
}

/** @throws Error when the file of this name holds something else. */
export function parseMasterKey(stored: Buffer, name: string): Buffer {
  const key = Buffer.from(stored.toString('utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${name} is not a master key: 32 bytes in base64 are expected`);
  return key;
}
