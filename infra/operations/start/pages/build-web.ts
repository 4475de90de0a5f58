import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';
import { ownSourceMap } from '../bundle/own-source-map.ts';
import { sourceDigest } from '../source-digest.ts';
import { compressPages } from './compress-pages.ts';
import { replaceFolder } from './replace-folder.ts';
import { renderSite, type SiteAddresses, siteTemplate, writeSite } from './write-site.ts';

const sources = ['web', 'api/contract', 'domain'];

/**
 * Builds the dashboard and the public pages unless what is in `web/dist` was made from these very sources.
 * @param addresses that the public pages name.
 * @param installed Folder of this installation for pages that cannot be written beside the dashboard.
 */
export async function buildWeb(
  root: string,
  addresses: SiteAddresses,
  installed: string,
): Promise<'built' | 'current'> {
  const dist = join(root, 'web', 'dist');
  const digestFile = join(dist, '.sources');
  const wanted = sourceDigest(root, sources);
  const isCurrent = existsSync(digestFile) && readFileSync(digestFile, 'utf8') === wanted;
  if (!isCurrent) await buildPages(root, dist, wanted);
  writeSite(dist, addresses, installed);
  return isCurrent ? 'current' : 'built';
}

/** Builds beside what is served and replaces it when it is whole: another product of these sources may build, or serve, at the same time. */
async function buildPages(root: string, dist: string, digest: string): Promise<void> {
  const building = join(root, 'dist', 'web');
  removeAbandoned(building);
  const next = join(building, randomUUID());
  try {
    await build(root, ['--outDir', next]);
    await build(root, ['--ssr', 'src/site/render.tsx', '--outDir', join(next, '.site')]);
    renameSync(join(next, 'site.html'), siteTemplate(next));
    keepSourceMaps(next);
    compressPages(next);
    await renderSite(next);
    writeFileSync(join(next, '.sources'), digest);
    replaceFolder(next, dist);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

const abandonedMs = 3_600_000;

/** What a build left that was ended. */
function removeAbandoned(building: string): void {
  if (!existsSync(building)) return;
  for (const name of readdirSync(building)) {
    const folder = join(building, name);
    const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > abandonedMs) rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves the maps of the scripts to where no page is served from. */
function keepSourceMaps(dist: string): void {
  const assets = join(dist, 'assets');
  const kept = join(dist, '.maps');
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.js.map'))) {
    writeFileSync(join(kept, name), ownSourceMap(readFileSync(join(assets, name), 'utf8')));
    rmSync(join(assets, name));
  }
}

function build(root: string, more: readonly string[]): Promise<void> {
  const vite = join(
    createRequire(join(root, 'infra', 'operations', 'package.json')).resolve('vite/package.json'),
    '..',
    'bin',
    'vite.js',
  );
  return run(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn', '--emptyOutDir', ...more], root);
}

function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2], env: childEnvironment({}) });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The dashboard could not be built'))));
  });
}
