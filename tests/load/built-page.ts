import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The dashboard, built for this run from the sources as they are. */
export interface BuiltPage {
  readonly folder: string;
  /** Names of the built scripts whose text contains a mark. */
  scriptsWith(mark: string): string[];
  remove(): void;
}

/** Builds as the start command does, into a folder of its own. @throws Error with what the bundler said. */
export function buildPage(): BuiltPage {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-page-'));
  const vite = join(
    createRequire(join(root, 'infra', 'operations', 'package.json')).resolve('vite/package.json'),
    '..',
    'bin',
    'vite.js',
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The dashboard could not be built: ${stderr}`);
  const assets = join(folder, 'assets');
  return {
    folder,
    scriptsWith: (mark) =>
      readdirSync(assets).filter(
        (name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes(mark),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
