import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where the copy is made; the store names its file in it. */
const COPY_DIRECTORY = 'compacted';
const DATA_FILE = 'data.mdb';

/** Below this size a copy is not worth the time of a start. */
const LEAST_UNUSED_BYTES = 64 * 1024 ** 2;

/** The pages of the store's file. */
export interface FilePages {
  readonly pageBytes: number;
  readonly total: number;
  readonly used: number;
}

/** The store's own figures, of which its types say nothing. */
interface TableStatistics {
  readonly pageSize: number;
  readonly lastPageNumber: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

/** How much of a file holds something. @param tables All that are in it. */
export function pagesOf(tables: readonly { getStats(): object }[]): FilePages {
  const statistics = tables.map((table) => table.getStats() as TableStatistics);
  const used = statistics.map((table) => table.treeBranchPageCount + table.treeLeafPageCount + table.overflowPages);
  const { pageSize = 0, lastPageNumber = 0 } = statistics[0] ?? {};
  return { pageBytes: pageSize, total: lastPageNumber + 1, used: used.reduce((sum, pages) => sum + pages, 0) };
}

/** Whether more than half of a file is pages that hold nothing any more. The store uses them again, but never gives them back. */
export function isMostlyUnused({ pageBytes, total, used }: FilePages): boolean {
  return used < total / 2 && (total - used) * pageBytes >= LEAST_UNUSED_BYTES;
}

/** Removes what a copy left that was cut off; before the store is opened. */
export function removeUnfinishedCopy(directory: string): void {
  rmSync(path.join(directory, COPY_DIRECTORY), { recursive: true, force: true });
}

/**
 * Puts a copy without unused pages in the place of the store's file. The copy is on disk before it gets the name, so that there is a
 * whole file under it at any time.
 * @param copyTo Copies the store into a directory and closes it.
 */
export async function replaceByCopy(directory: string, copyTo: (directory: string) => Promise<void>): Promise<void> {
  const copyDirectory = path.join(directory, COPY_DIRECTORY);
  mkdirSync(copyDirectory);
  await copyTo(copyDirectory);
  flush(path.join(copyDirectory, DATA_FILE));
  renameSync(path.join(copyDirectory, DATA_FILE), path.join(directory, DATA_FILE));
  flush(directory);
  removeUnfinishedCopy(directory);
}

function flush(file: string): void {
  const handle = openSync(file, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
