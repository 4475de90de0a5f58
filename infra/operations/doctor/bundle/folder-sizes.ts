import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** What each folder right below a folder holds, with all below it. Nothing where the folder is not there. */
export function folderSizes(folder: string): Record<string, FolderSize> {
  const sizes = entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, sizeOf(join(folder, name))] as const);
  return Object.fromEntries(sizes);
}

function sizeOf(folder: string): FolderSize {
  let files = 0;
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = sizeOf(path);
      files += below.files;
      bytes += below.bytes;
    } else {
      files += 1;
      // Files come and go while a product runs.
      bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return { files, bytes };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
