import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A hundred engines' tables and several products take about a gigabyte. */
const roomBytes = 4 * 1024 ** 3;

/** Linux' file system in memory. */
const memory = '/dev/shm';
const prefix = 'tapwise-test-';

/** Whether a folder is one of those that are made here, and so is used by one run alone. */
export const isScratchFolder = (folder: string): boolean => basename(folder).startsWith(prefix);

/**
 * Makes a folder for temporary files of the suites (their `TMPDIR`), removed when this process ends. In memory where
 * there is room: specs create and remove tens of thousands of files, which disks make dear (ext4 without a journal
 * passes over each inode freed within five minutes whenever it creates a file).
 */
export function openScratchFolder(): string {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), prefix));
  // Specs act as other users, who must get to their folders in it.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) >= roomBytes;
  } catch {
    return false;
  }
}
