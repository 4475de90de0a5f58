import { z } from 'zod';

const entrySchema = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dev: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

/** One package of npm's lockfile, as it is written there. */
export type LockEntry = z.infer<typeof entrySchema>;

/** npm's lockfile in its third version: the packages by their folders, `''` being the project itself. */
export const lockfileSchema = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), entrySchema),
});

export type Lockfile = z.infer<typeof lockfileSchema>;

/** A package that another one names as optional and that the lockfile does not hold. */
export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  /** Folder of the package that names it. */
  readonly wantedBy: string;
}

/** Machines that run the product from the lockfile alone. */
export const supportedPlatforms = [
  { name: 'Linux x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'Linux arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'macOS arm64', os: 'darwin', cpu: 'arm64', libc: undefined },
] as const;

export type Platform = (typeof supportedPlatforms)[number];

/** Folder in which a package that is installed in `from` finds `name`, or `undefined`. */
export function resolve(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    const folder = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (packages[folder] !== undefined) return folder;
    if (base === '') return undefined;
  }
}

/** Optional packages that the lockfile names without holding them, so that no machine installs them. */
export function missingPackages({ packages }: Lockfile): MissingPackage[] {
  return Object.entries(packages).flatMap(([folder, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => resolve(packages, folder, name) === undefined)
      .map(([name, version]) => ({ name, version, wantedBy: folder })),
  );
}

function suits(allowed: readonly string[] | undefined, value: string | undefined): boolean {
  if (allowed === undefined || value === undefined) return true;
  return !allowed.includes(`!${value}`) && (allowed.includes(value) || allowed.every((entry) => entry.startsWith('!')));
}

function runsOn(entry: LockEntry, platform: Platform): boolean {
  return suits(entry.os, platform.os) && suits(entry.cpu, platform.cpu) && suits(entry.libc, platform.libc);
}

/** Packages that have native parts for some machine, but none for this one. */
function withoutNativePart({ packages }: Lockfile, platform: Platform): string[] {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) => {
    const parts = Object.keys(optionalDependencies)
      .map((name) => packages[resolve(packages, folder, name) ?? '']?.os && resolve(packages, folder, name))
      .filter((part) => part !== undefined)
      .map((part) => packages[part] ?? {});
    // What only one system needs, such as the watcher of files of macOS, has no part for others.
    const systems = new Set(parts.flatMap(({ os = [] }) => os));
    if (systems.size < 2) return [];
    return parts.some((part) => runsOn(part, platform)) ? [] : [folder];
  });
}

/**
 * What keeps a machine of a supported kind from being installed by the lockfile alone.
 * @param unverified Packages whose hash could not be obtained, by name.
 * @returns one sentence for each problem.
 */
export function lockfileProblems(lockfile: Lockfile, unverified: ReadonlySet<string>): string[] {
  const missing = missingPackages(lockfile).map(
    ({ name, version, wantedBy }) => `${name}@${version}, which ${wantedBy} names, is not in the lockfile`,
  );
  const unsuited = supportedPlatforms.flatMap((platform) =>
    withoutNativePart(lockfile, platform).map((folder) => `${folder} has no native part for ${platform.name}`),
  );
  const unhashed = Object.entries(lockfile.packages)
    .filter(
      ([folder, entry]) => folder.includes('node_modules/') && entry.link !== true && entry.integrity === undefined,
    )
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !unverified.has(name))
    .map((name) => `${name} has no hash in the lockfile`);
  return [...missing, ...unsuited, ...unhashed];
}
