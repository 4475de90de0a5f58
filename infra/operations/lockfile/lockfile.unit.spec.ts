import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LockEntry, type Lockfile, lockfileProblems, lockfileSchema } from './lockfile.ts';
import { unverifiedPackages } from './unverified-packages.ts';

const projectLockfile = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

function lockfile(packages: Record<string, LockEntry>): Lockfile {
  return { lockfileVersion: 3, packages: { '': {}, ...packages } };
}

const part = (os: string, cpu: string, libc?: string): LockEntry => ({
  version: '1.0.0',
  integrity: 'sha512-x',
  os: [os],
  cpu: [cpu],
  ...(libc === undefined ? {} : { libc: [libc] }),
});
const engine: LockEntry = {
  version: '1.0.0',
  integrity: 'sha512-x',
  optionalDependencies: { 'engine-linux-x64': '1.0.0', 'engine-linux-arm64': '1.0.0', 'engine-darwin-arm64': '1.0.0' },
};
const whole = {
  'node_modules/engine': engine,
  'node_modules/engine-linux-x64': part('linux', 'x64', 'glibc'),
  'node_modules/engine-linux-arm64': part('linux', 'arm64', 'glibc'),
  'node_modules/engine-darwin-arm64': part('darwin', 'arm64'),
};
const none: ReadonlySet<string> = new Set();

describe('the lockfile of the project', () => {
  it('installs the product on every supported kind of machine', () => {
    expect(lockfileProblems(projectLockfile, unverifiedPackages)).toEqual([]);
  });

  const native = Object.entries(projectLockfile.packages).filter(
    ([, entry]) => entry.os !== undefined && entry.optional === true,
  );

  it('has native parts to lose', () => expect(native.length).toBeGreaterThan(100));

  it.each(native.map(([folder]) => folder))('is incomplete without %s', (folder) => {
    const { [folder]: _left, ...packages } = projectLockfile.packages;
    expect(lockfileProblems({ ...projectLockfile, packages }, unverifiedPackages)).not.toEqual([]);
  });
});

describe('a lockfile', () => {
  it('is complete with the part of each supported machine', () => {
    expect(lockfileProblems(lockfile(whole), none)).toEqual([]);
  });

  it('names the machine for which a package has no part', () => {
    const { 'node_modules/engine-darwin-arm64': _left, ...packages } = whole;
    const { 'engine-darwin-arm64': _named, ...optionalDependencies } = engine.optionalDependencies ?? {};
    const problems = lockfileProblems(
      lockfile({
        ...packages,
        'node_modules/engine': {
          ...engine,
          optionalDependencies: { ...optionalDependencies, 'engine-win32': '1.0.0' },
        },
        'node_modules/engine-win32': part('win32', 'x64'),
      }),
      none,
    );
    expect(problems).toEqual(['node_modules/engine has no native part for macOS arm64']);
  });

  it('has a hash for each package but those known to have none', () => {
    const { integrity: _left, ...unhashed } = part('darwin', 'arm64');
    const packages = lockfile({ ...whole, 'node_modules/engine-darwin-arm64': unhashed });
    expect(lockfileProblems(packages, none)).toEqual(['engine-darwin-arm64 has no hash in the lockfile']);
    expect(lockfileProblems(packages, new Set(['engine-darwin-arm64']))).toEqual([]);
  });

  it('finds a part in the folder of the package that names it', () => {
    const { 'node_modules/engine-linux-x64': x64, ...packages } = whole;
    const nested = { ...packages, 'node_modules/engine/node_modules/engine-linux-x64': x64 };
    expect(lockfileProblems(lockfile(nested), none)).toEqual([]);
  });
});
