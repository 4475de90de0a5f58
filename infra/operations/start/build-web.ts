import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';
import { compressPages } from './compress-pages.ts';
import { sourceDigest } from './source-digest.ts';

const sources = ['web', 'api/contract', 'domain'];

/** Builds the dashboard unless what is in `web/dist` was made from these very sources. */
export async function buildWeb(root: string): Promise<'built' | 'current'> {
  const stamp = join(root, 'web', 'dist', '.sources');
  const wanted = sourceDigest(root, sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'current';
  const vite = join(
    createRequire(join(root, 'infra', 'operations', 'package.json')).resolve('vite/package.json'),
    '..',
    'bin',
    'vite.js',
  );
  await run(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], root);
  compressPages(join(root, 'web', 'dist'));
  writeFileSync(stamp, wanted);
  return 'built';
}

function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2], env: childEnvironment({}) });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The dashboard could not be built'))));
  });
}
