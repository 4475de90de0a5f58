import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type LockEntry, type Lockfile, lockfileSchema, type MissingPackage, missingPackages } from './lockfile.ts';
import { unverifiedPackages } from './unverified-packages.ts';

/**
 * `npm run lockfile`: adds the native parts of other machines that an installation leaves out of the lockfile when it finds
 * them unneeded here, or not at all. Run it after each change of dependencies.
 */
const file = 'package-lock.json';
const run = promisify(execFile);
const timeoutMs = 60_000;

const manifestSchema = z.object({
  version: z.string(),
  license: z.string().optional(),
  engines: z.record(z.string(), z.string()).optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dist: z.object({ integrity: z.string() }),
});

/** The package as the registry describes it, or `undefined` where it does not serve it. */
async function askRegistry({ name, version }: MissingPackage): Promise<LockEntry | undefined> {
  const view = run('npm', ['view', `${name}@${version}`, '--json'], { timeout: timeoutMs });
  const stdout = await view.then(
    (ended) => ended.stdout,
    (error: { stdout?: string }) => {
      if (error.stdout?.includes('E404')) return undefined;
      throw error;
    },
  );
  if (stdout === undefined) return undefined;
  const { dist, ...manifest } = manifestSchema.parse(JSON.parse(stdout));
  return { ...manifest, integrity: dist.integrity };
}

/** Machines are named in the last words of a native part: `…-linux-arm64-gnu`. */
function describeByName({ name, version }: MissingPackage): LockEntry {
  const [, os, cpu, libc] = /-(darwin|linux|win32)-(x64|arm64)(?:-(gnu|musl|msvc))?$/.exec(name) ?? [];
  if (os === undefined || cpu === undefined) throw new Error(`${name} is not served, and its name says no machine`);
  const libraries = { gnu: ['glibc'], musl: ['musl'] };
  const library = libc === 'gnu' || libc === 'musl' ? { libc: libraries[libc] } : {};
  return { version, cpu: [cpu], ...library, os: [os] };
}

const orderOfNpm = ['version', 'integrity', 'cpu', 'dev', 'libc', 'license', 'optional', 'os', 'engines'];

/** So that npm's next change of the lockfile moves nothing. */
function inOrderOfNpm(entry: LockEntry): LockEntry {
  const rank = ([field]: [string, unknown]) => orderOfNpm.indexOf(field);
  return Object.fromEntries(Object.entries(entry).sort((a, b) => rank(a) - rank(b)));
}

/** Adds to `lockfile` what it lacks, and leaves all else as npm wrote it. */
async function complete(lockfile: Lockfile): Promise<void> {
  const { packages } = lockfile;
  for (const missing of missingPackages(lockfile)) {
    const served = await askRegistry(missing);
    if (served === undefined && !unverifiedPackages.has(missing.name))
      throw new Error(`${missing.name}@${missing.version} is not served by this registry`);
    packages[`node_modules/${missing.name}`] = inOrderOfNpm({
      ...(served ?? describeByName(missing)),
      ...(packages[missing.wantedBy]?.dev === true ? { dev: true } : {}),
      optional: true,
    });
    console.log(`added ${missing.name}@${missing.version}${served === undefined ? ' without its hash' : ''}`);
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lockfile.packages = Object.fromEntries(sorted);
}

const lockfile: Lockfile = JSON.parse(readFileSync(file, 'utf8'));
lockfileSchema.parse(lockfile);
await complete(lockfile);
writeFileSync(file, `${JSON.stringify(lockfile, undefined, 2)}\n`);
