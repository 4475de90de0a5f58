import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { childEnvironment } from '@tapwise/adapters';
import { applyDiff } from './apply-diff.ts';

const author = ['-c', 'user.name=recipes', '-c', 'user.email=recipes@localhost'];

function git(tree: string, ...args: readonly string[]): string {
  const env = childEnvironment({});
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: tree, encoding: 'utf8', env, maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/**
 * Writes a diff anew against the sources as they are, so that `git apply --3way` finds what it was made from.
 * @param tree A copy of the sources, a repository of its own.
 * @param diff An absolute path.
 * @returns why it does not fit; empty when it was written.
 */
export function renewDiff(tree: string, diff: string): string {
  git(tree, 'add', '--all');
  git(tree, ...author, 'commit', '-q', '-m', 'sources');
  const misfit = applyDiff(tree, diff);
  if (misfit !== '') return misfit;
  git(tree, 'add', '--all');
  writeFileSync(diff, git(tree, 'diff', '--cached', '-U1', '--full-index'));
  return '';
}
