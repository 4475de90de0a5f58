import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, parseMasterKey } from '@tapwise/adapters';
import type { Finding } from './finding.ts';
import { accessProblem } from './folder-finding.ts';

type KeySettings = Pick<Environment, 'DATA_DIR' | 'MASTER_KEY_FILE' | 'FILES_URL'>;

/** Whether the key that wraps all others can be read, and the folder of the others; where they are files of this machine. */
export function keyFindings({ DATA_DIR, MASTER_KEY_FILE, FILES_URL }: KeySettings): Finding[] {
  const isShared = FILES_URL !== undefined;
  const file = MASTER_KEY_FILE ?? (isShared ? undefined : join(DATA_DIR, 'master.key'));
  return [
    ...(file === undefined ? [] : [masterKeyFinding(file)]),
    ...(isShared ? [] : keysFindings(join(DATA_DIR, 'keys'))),
  ];
}

function masterKeyFinding(file: string): Finding {
  try {
    parseMasterKey(readFileSync(file), file);
    return { what: `master key ${file}`, ok: true, fix: '' };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { what: `master key ${file}, made at the first start`, ok: true, fix: '' };
    if (code === undefined) return { what: message, ok: false, fix: 'put the right file back' };
    return { what: `the master key cannot be read by this user (${message})`, ok: false, fix: ownIt(file) };
  }
}

function keysFindings(folder: string): Finding[] {
  const problem = existsSync(folder) ? accessProblem(folder) : undefined;
  // That the disk is read-only is said of the whole data folder.
  if (problem === undefined || problem === 'EROFS') return [];
  return [{ what: `the keys in ${folder} cannot be written by this user`, ok: false, fix: ownIt(folder) }];
}

const ownIt = (path: string): string => `chown -R "$(id -u)" ${path} and chmod -R u+rwX ${path}`;
