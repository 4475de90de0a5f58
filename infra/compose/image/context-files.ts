import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that a build of the image gets, relative to the checkout: all that git knows or would, less those of `.dockerignore`. Its patterns
 * are written so that git understands them the same way.
 * @throws Error where the folder is no checkout.
 */
export function contextFiles(root: string): string[] {
  const listed = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], '');
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  const patterns = join(root, '.dockerignore');
  const command = ['-c', `core.excludesFile=${patterns}`, 'check-ignore', '-z', '--no-index', '--stdin'];
  const ignored = new Set(git(root, command, files.join('\0')).split('\0'));
  return files.filter((file) => !ignored.has(file));
}

function git(root: string, args: readonly string[], input: string): string {
  const ended = spawnSync('git', args, { cwd: root, input, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  // Nothing ignored is 1.
  if (ended.status !== 0 && ended.status !== 1)
    throw new Error(`git ${args[0]}: ${ended.stderr || String(ended.error)}`);
  return ended.stdout;
}
