import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { childEnvironment } from '@tapwise/adapters';

const root = join(import.meta.dirname, '..', '..', '..');

/** The dashboard, built for this run from the sources as they are. */
export interface BuiltPage {
  readonly folder: string;
  /** Gzipped size of all scripts that the modules of the sources need before they run, in bytes. */
  scriptBytes(sources: readonly string[]): number;
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
    [vite, 'build', 'web', '--outDir', folder, '--emptyOutDir', '--manifest', '--logLevel', 'warn'],
    // A test runner's environment would build the libraries' development forms.
    { cwd: root, encoding: 'utf8', env: childEnvironment({ NODE_ENV: 'production' }) },
  );
  if (status !== 0) throw new Error(`The dashboard could not be built: ${stderr}`);
  const assets = join(folder, 'assets');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  return {
    folder,
    scriptBytes: (sources) =>
      [...filesOf(manifest, sources)].reduce(
        (sum, file) => sum + gzipSync(readFileSync(join(folder, file))).byteLength,
        0,
      ),
    scriptsWith: (mark) =>
      readdirSync(assets).filter(
        (name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes(mark),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What the bundler says about each module that begins a script. */
type Manifest = Readonly<Record<string, { file: string; imports?: string[] }>>;

/** The scripts of modules and, step by step, of what they import at once. @throws Error for a module that begins no script */
function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`${source} begins no script of the page`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return files;
}
