import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';

/**
 * Applies a diff to a tree, exactly: lines may have moved, but none around the change may be another one.
 * @param tree Its root; it needs no repository of its own, and one around it is not looked for.
 * @param diff An absolute path.
 * @returns what does not fit; empty when all does.
 */
export function applyDiff(tree: string, diff: string, options: readonly string[] = []): string {
  const root = resolve(tree);
  const { status, stderr, error } = spawnSync('git', ['apply', ...options, diff], {
    cwd: root,
    encoding: 'utf8',
    env: childEnvironment({ GIT_CEILING_DIRECTORIES: dirname(root) }),
  });
  if (status === 0) return '';
  return stderr || error?.message || 'git apply failed';
}
