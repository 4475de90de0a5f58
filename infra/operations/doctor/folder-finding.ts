import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Finding } from './finding.ts';

/** Whether the product can write into its data folder, or make it: then the nearest folder above it must be writable. Creates nothing. */
export function folderFinding(folder: string): Finding {
  let nearest = resolve(folder);
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return { what: `${folder} is writable`, ok: isWritable(nearest), fix: `chmod u+wx ${nearest}, or export DATA_DIR=…` };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
