import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ownRoot = join(import.meta.dirname, '..', '..', '..');

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: ownRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Commits back from here, where nothing has been released yet. */
const commitsBack = 300;

/** The version before this one: the newest release, else a commit of some time ago. */
export function previousVersion(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD');
  } catch {
    return git('rev-parse', '--short', `HEAD~${commitsBack}`);
  }
}

/**
 * Checks a version out into a folder of its own. Its packages are those of this checkout when it wants the same, else its first command
 * installs them.
 * @returns what removes it. @throws Error for a version that is none.
 */
export function checkOut(version: string, folder: string): () => void {
  git('worktree', 'add', '--detach', folder, version);
  const lock = (root: string): string => readFileSync(join(root, 'package-lock.json'), 'utf8');
  const packages = join(ownRoot, 'node_modules');
  if (lock(folder) === lock(ownRoot) && existsSync(packages))
    cpSync(packages, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  return () => void git('worktree', 'remove', '--force', folder);
}

const recordedEvents = (root: string): string[] => readdirSync(join(root, 'tests/replay/recorded-events'));

/** Whether this checkout has types or versions of events that a version does not have. */
export function lacksEvents(folder: string): boolean {
  const older = new Set(recordedEvents(folder));
  return recordedEvents(ownRoot).some((name) => !older.has(name));
}

/** Whether a version has the mark of the log's format, which makes it refuse the log of a newer one. */
export const knowsLogFormat = (folder: string): boolean =>
  existsSync(join(folder, 'domain/src/operations/log-format/log-format.events.ts'));
