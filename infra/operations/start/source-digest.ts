import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const notSources = new Set(['node_modules', 'dist']);

/**
 * Digest of the lockfile and of all files in some folders of the checkout, which decides whether what was built from them is current.
 * @param folders relative to the checkout.
 * @param counts Which file names count; all when absent.
 * @returns hexadecimal, 64 digits.
 */
export function sourceDigest(
  root: string,
  folders: readonly string[],
  counts: (name: string) => boolean = () => true,
): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const visit = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!notSources.has(entry.name)) visit(path);
      } else if (counts(entry.name)) {
        hash.update(`${path}\0`).update(readFileSync(join(root, path)));
      }
    }
  };
  for (const folder of folders) visit(folder);
  return hash.digest('hex');
}
