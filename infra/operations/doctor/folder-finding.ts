import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Finding } from './finding.ts';

/** Whether the product can write into its data folder, or make it: then the nearest folder above it must be writable. Creates nothing. */
export function folderFinding(folder: string): Finding {
  const nearest = nearestOf(folder);
  const elsewhere = 'or export DATA_DIR=…';
  switch (accessProblem(nearest)) {
    case undefined:
      return { what: `${folder} is writable`, ok: true, fix: '' };
    case 'EROFS':
      return { what: `${folder} is on a disk that is read-only`, ok: false, fix: `mount it for writing, ${elsewhere}` };
    case 'ENOTDIR':
      return { what: `${nearest} is no folder`, ok: false, fix: `move ${nearest} away, ${elsewhere}` };
    default:
      return {
        what: `${folder} cannot be written by this user`,
        ok: false,
        fix: `chown -R "$(id -u)" ${nearest} and chmod u+rwx ${nearest}, ${elsewhere}`,
      };
  }
}

function nearestOf(folder: string): string {
  let nearest = resolve(folder);
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}

/** @returns the system's code for what keeps this user from writing into a folder; `undefined` when nothing does. */
export function accessProblem(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory() ? undefined : 'ENOTDIR';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

const roomBytes = 3e9;
const roomFiles = 20_000;

/** Whether the disk of the data folder has room for what comes: bytes, and files where their number is limited. */
export function diskFindings(folder: string): Finding[] {
  const { bavail, bsize, files, ffree } = statfsSync(nearestOf(folder));
  const free = bavail * bsize;
  const inodes: Finding = {
    what: `${ffree} more files fit on the disk of ${folder}, at least ${roomFiles} are wanted`,
    ok: ffree >= roomFiles,
    fix: 'remove small files there, or export DATA_DIR=…',
  };
  return [
    {
      what: `3 GB of free disk for ${folder}${free > roomBytes ? '' : `, there are ${(free / 1e9).toFixed(1)}`}`,
      ok: free > roomBytes,
      fix: 'free some disk, or export DATA_DIR=…',
    },
    // File systems without a limit say 0.
    ...(files > 0 ? [inodes] : []),
  ];
}
