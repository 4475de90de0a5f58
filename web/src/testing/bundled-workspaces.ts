import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Workspaces in a few files: loading the six hundred modules of the domain one by one takes each page of the tests longer than most tests
 * do. They are bundled before the first test, and again in a run before which one of their sources has changed.
 * @param folders with a slash at the end
 */
export function bundledWorkspaces(folders: readonly string[]): Plugin {
  const include = folders.flatMap(entriesOf);
  // Bundles of dependencies are kept for as long as plugins have the same names.
  return { name: `bundled-workspaces ${digestOf(folders)}`, config: () => ({ optimizeDeps: { include } }) };
}

/** What can be imported of a workspace. */
function entriesOf(folder: string): string[] {
  const { name, exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    name: string;
    exports: Record<string, string>;
  };
  return Object.keys(exports).map((path) => name + path.slice(1));
}

/** Another one whenever a source or an export of the workspaces is another. */
function digestOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const sources = readdirSync(`${folder}src`, { recursive: true, encoding: 'utf8' });
    const files = sources.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts')).sort();
    for (const file of ['package.json', ...files.map((source) => `src/${source}`)]) {
      hash.update(file).update(readFileSync(`${folder}${file}`));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
