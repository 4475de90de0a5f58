import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';
import { ownSourceMap } from './bundle/own-source-map.ts';
import { compressPages } from './compress-pages.ts';
import { sourceDigest } from './source-digest.ts';
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
  if (!isCurrent) {
    await build(root, []);
    await build(root, ['--ssr', 'src/site/render.tsx', '--outDir', 'dist/.site']);
    renameSync(join(dist, 'site.html'), siteTemplate(dist));
    keepSourceMaps(dist);
    compressPages(dist);
    await renderSite(dist);
  }
  writeSite(dist, addresses, installed);
  if (!isCurrent) writeFileSync(digestFile, wanted);
  return isCurrent ? 'current' : 'built';
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
  return run(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn', ...more], root);
}

function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2], env: childEnvironment({}) });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The dashboard could not be built'))));
  });
}
