import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { bundlesFolder, furtherPrograms, programs } from '../programs.ts';
import { sourceDigest } from '../source-digest.ts';
import { ownSourceMap } from './own-source-map.ts';
import { keepSourceLocations, locationHeader } from './source-locations.ts';

/** Programs bundled from the present sources. */
export interface Bundle {
  /** Holds `<program>.js` and its source map. */
  readonly folder: string;
  readonly how: 'bundled' | 'current';
}

/** What is bundled, by name in the bundle and source file relative to the checkout. */
export interface BundlePlan {
  /** Holds a folder for each state of the sources; relative to the checkout, two levels below it. */
  readonly folder: string;
  /** Folders whose sources decide whether a bundle is current. */
  readonly sources: readonly string[];
  /** One file per program, so that each reads only what it uses. */
  readonly whole: Readonly<Record<string, string>>;
  /** Programs that load part of their code late, which is kept in files of its own; those of one group share files. */
  readonly cut: readonly Readonly<Record<string, string>>[];
}

const { api, 'sdk-ingest': ingest, projections, workflows, ...whole } = { ...programs, ...furtherPrograms };
const productPlan: BundlePlan = {
  folder: bundlesFolder,
  sources: ['domain', 'sdk-ingest', 'api', 'projections', 'workflows', 'infra'],
  whole,
  cut: [{ api }, { 'sdk-ingest': ingest }, { projections }, { workflows }],
};

/** A product that still runs keeps its own bundle while the sources beside it change. */
const keptBundles = 3;
/** A draft older than this was left behind. */
const draftMs = 3_600_000;

/**
 * Native addons, packages that find their own files by where they are, and those that are loaded late: the worker when Temporal answers,
 * OpenTelemetry when it is on; of that the interface alone is in the bundle, since metrics use it always. What `exceljs` reads files with names
 * a package that is not installed and that nothing here needs.
 */
const external = [
  'chdb',
  'lmdb',
  'libsql',
  'lz4-napi',
  '@node-rs/argon2',
  '@fastify/swagger',
  '@opentelemetry/core',
  '@opentelemetry/exporter-*',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-*',
  '@temporalio/*',
  'exceljs',
  'piscina',
];

/**
 * Gives the folder of the bundled programs and reports how it came about. Programs that cannot be bundled, say in a checkout that
 * is read-only, run from their sources: a slower start is better than none.
 * @returns undefined when there is no bundle.
 */
export async function bundleFolder(
  root: string,
  report: (line: string) => void,
  plan?: BundlePlan,
): Promise<string | undefined> {
  try {
    const { folder, how } = await bundleParts(root, plan);
    report(how === 'bundled' ? 'programs bundled' : 'programs are current');
    return folder;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    report(`programs run from their sources, because they could not be bundled: ${reason}`);
    return undefined;
  }
}

/**
 * Bundles the programs of all parts unless it was done for these very sources.
 * @throws Error when the checkout cannot be written to or a program cannot be bundled.
 */
export async function bundleParts(root: string, plan: BundlePlan = productPlan): Promise<Bundle> {
  const bundles = join(root, plan.folder);
  const digest = sourceDigest(root, plan.sources, counts).slice(0, 16);
  const folder = join(bundles, digest);
  if (existsSync(folder)) return { folder, how: 'current' };
  const draft = join(bundles, `.draft-${process.pid}`);
  try {
    await mkdir(draft, { recursive: true });
    await bundle(root, plan, draft);
    await moveInto(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
  await removeOld(bundles, digest);
  return { folder, how: 'bundled' };
}

function counts(name: string): boolean {
  return name === 'package.json' || (name.endsWith('.ts') && !name.endsWith('.spec.ts'));
}

async function bundle(root: string, { whole, cut }: BundlePlan, outdir: string): Promise<void> {
  // Most starts bundle nothing, and do not read it.
  const { build, stop } = await import('esbuild');
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir,
    external,
    // Without comments and blanks a program starts faster; Node prints the whole line of an uncaught error.
    minifyWhitespace: true,
    lineLimit: 200,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent',
    banner: { js: locationHeader('../../../') },
    plugins: [keepSourceLocations(root, Object.assign({}, whole, ...cut))],
  } satisfies BuildOptions;
  await build({ ...options, entryPoints: whole });
  for (const entryPoints of cut)
    await build({ ...options, entryPoints, splitting: true, chunkNames: 'late-[name]-[hash]' });
  await stop();
  const maps = (await readdir(outdir)).filter((file) => file.endsWith('.js.map'));
  for (const map of maps) {
    const file = join(outdir, map);
    await writeFile(file, ownSourceMap(await readFile(file, 'utf8')));
  }
}

/** Another start may have made the same bundle meanwhile. */
async function moveInto(draft: string, folder: string): Promise<void> {
  await rename(draft, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
}

/** Removes all but the newest bundles, and drafts of starts that were killed. */
async function removeOld(bundles: string, current: string): Promise<void> {
  const names = (await readdir(bundles)).filter((name) => name !== current);
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(bundles, name))).mtimeMs })));
  const isDraft = ({ name }: { name: string }) => name.startsWith('.draft-');
  const drafts = aged.filter((folder) => isDraft(folder) && Date.now() - folder.at > draftMs);
  const made = aged.filter((folder) => !isDraft(folder)).sort((a, b) => b.at - a.at);
  const old = [...drafts, ...made.slice(keptBundles - 1)];
  await Promise.all(old.map(({ name }) => rm(join(bundles, name), { recursive: true, force: true })));
}
