import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own in memory, mounted in this process's namespace. */
export interface Disk {
  /** Writes until nothing more fits, or no more than so many bytes are free. */
  fill(freeBytes?: number): void;
  /** Makes files until no more can be made. */
  fillFiles(): void;
  /** Takes back what filled it. */
  free(): void;
  /** @throws Error while a process has a file open for writing. */
  setReadOnly(isReadOnly: boolean): void;
  unmount(): void;
}

const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** @param size How much fits: bytes, and files and folders. */
export function mountDisk(
  folder: string,
  size: { readonly bytes: number; readonly files: number },
  owner: number,
): Disk {
  mkdirSync(folder, { recursive: true });
  run(
    'mount',
    '-t',
    'tmpfs',
    '-o',
    `size=${size.bytes},nr_inodes=${size.files},mode=700,uid=${owner},gid=${owner}`,
    'tmpfs',
    folder,
  );
  const ballast = join(folder, 'ballast');
  return {
    fill: (freeBytes = 0) => {
      const file = openSync(ballast, 'a');
      const isFilled = (): boolean => {
        const { bavail, bsize } = statfsSync(folder);
        return freeBytes > 0 && bavail * bsize <= freeBytes;
      };
      try {
        for (const block of [Buffer.alloc(1024 ** 2), Buffer.alloc(4096)])
          untilFull(() => void writeSync(file, block), isFilled);
      } finally {
        closeSync(file);
      }
    },
    fillFiles: () => {
      mkdirSync(ballast);
      let made = 0;
      untilFull(() => {
        closeSync(openSync(join(ballast, String(made)), 'w'));
        made += 1;
      });
    },
    free: () => rmSync(ballast, { recursive: true, force: true }),
    setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    unmount: () => run('umount', '-l', folder),
  };
}

function untilFull(write: () => void, isFilled = (): boolean => false): void {
  try {
    while (!isFilled()) write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
