import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Workspaces: links from here point into the tree itself. */
const scope = '@tapwise';

/**
 * Copies the files of the project, as they are now and without what git ignores, and makes the copy a repository, which checks of
 * the sources ask for its files. Packages are linked, workspaces are those of the copy.
 */
export function copyTree(from: string, to: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', list, { cwd: from, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(from, name)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file));
  }
  linkPackages(resolve(from, 'node_modules'), join(to, 'node_modules'));
  spawnSync('git', ['init', '-q'], { cwd: to });
}

function linkPackages(packages: string, into: string): void {
  mkdirSync(join(into, scope), { recursive: true });
  // What tools keep beside the packages is about the tree they ran in.
  const names = readdirSync(packages).filter((name) => name === '.bin' || !name.startsWith('.'));
  for (const name of names) if (name !== scope) symlinkSync(join(packages, name), join(into, name));
  for (const name of readdirSync(join(packages, scope))) {
    symlinkSync(readlinkSync(join(packages, scope, name)), join(into, scope, name));
  }
}
