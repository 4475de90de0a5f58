import { readFileSync } from 'node:fs';
import { lockfileProblems, lockfileSchema } from '../lockfile/lockfile.ts';
import { unverifiedPackages } from '../lockfile/unverified-packages.ts';
import type { CheckResult } from './run-tool.ts';

/** Checks that the lockfile alone installs the product on every supported kind of machine. */
export async function checkLockfile(): Promise<CheckResult> {
  const began = Date.now();
  const lockfile = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const problems = lockfileProblems(lockfile, unverifiedPackages);
  const advice = 'Run "npm run lockfile" to add what is missing.';
  return {
    name: 'lockfile for all machines',
    ok: problems.length === 0,
    output: [...problems, advice].join('\n'),
    millis: Date.now() - began,
  };
}
