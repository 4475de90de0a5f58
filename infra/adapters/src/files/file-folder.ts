import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { checkFileName, type Files, isFileName } from './files.ts';

/**
 * Files in a folder, of this machine or of a volume that all machines share. It is made when the first file is written.
 * Folders in it are for this user alone.
 */
export function openFileFolder(root: string): Files {
  const pathOf = (name: string): string => join(root, ...checkFileName(name).split('/'));
  return {
    read: (name) => unlessMissing(readFile(pathOf(name)), undefined),
    writeIfAbsent: async (name, content) => {
      const path = pathOf(name);
      const draft = await writeDraft(root, path, content);
      try {
        // Two processes may write the same file at once; the first link stays.
        await link(draft, path);
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
      await syncFolder(dirname(path));
      return true;
    },
    replace: async (name, content) => {
      const path = pathOf(name);
      await rename(await writeDraft(root, path, content), path);
      await syncFolder(dirname(path));
    },
    delete: async (name) => {
      const path = pathOf(name);
      await rm(path, { force: true });
      await unlessMissing(syncFolder(dirname(path)), undefined);
    },
    list: async (prefix) => {
      const folder = prefix === '' ? root : pathOf(prefix.replace(/\/$/, ''));
      const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter(isFileName)
        .sort();
    },
  };
}

/** The name of a draft can name no file, so one that a crash left behind is not listed. */
async function writeDraft(root: string, path: string, content: Buffer): Promise<string> {
  await mkdir(root, { recursive: true });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.draft-${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

/** Names are on disk only with their folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

async function unlessMissing<Result, Missing>(result: Promise<Result>, missing: Missing): Promise<Result | Missing> {
  try {
    return await result;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return missing;
    throw error;
  }
}
