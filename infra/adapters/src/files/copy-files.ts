import pLimit from 'p-limit';
import { openFileFolder } from './file-folder.ts';
import { type FileSettings, openFiles } from './file-settings.ts';
import type { Files } from './files.ts';

/** Names of files by what became of them. */
export interface CopiedFiles {
  readonly copied: readonly string[];
  /** There already, with the same content. */
  readonly equal: readonly string[];
  /** There already with another content, which is left as it is. */
  readonly different: readonly string[];
}

const atOnce = 16;
const masterKey = 'master.key';

/**
 * Copies keys, the master key and copies of personal data from `DATA_DIR` into the bucket. Again, it copies what is new.
 * @throws Error when no bucket is named.
 */
export async function copyFilesToBucket(settings: FileSettings): Promise<CopiedFiles> {
  if (settings.FILES_URL === undefined) throw new Error('FILES_URL names no bucket');
  const folder = openFileFolder(settings.DATA_DIR);
  const bucket = await openFiles(settings);
  const names = [...(await folder.list('keys/')), ...(await folder.list('exports/'))];
  if ((await folder.read(masterKey)) !== undefined) names.push(masterKey);
  const result = { copied: [] as string[], equal: [] as string[], different: [] as string[] };
  const limit = pLimit(atOnce);
  await Promise.all(
    names.map((name) =>
      limit(async () => {
        const outcome = await copyFile(folder, bucket, name);
        if (outcome !== 'gone') result[outcome].push(name);
      }),
    ),
  );
  return result;
}

async function copyFile(from: Files, to: Files, name: string): Promise<keyof CopiedFiles | 'gone'> {
  const content = await from.read(name);
  if (content === undefined) return 'gone';
  if (await to.writeIfAbsent(name, content)) return 'copied';
  return (await to.read(name))?.equals(content) ? 'equal' : 'different';
}
