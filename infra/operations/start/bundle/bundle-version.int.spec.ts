import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programArguments } from '../parts.ts';
import { type BundlePlan, bundleFolder, bundleParts } from './bundle-parts.ts';

const plan: BundlePlan = {
  folder: 'dist/server',
  sources: ['domain'],
  whole: { api: 'domain/src/program.ts', 'fit-program': 'domain/src/fit.ts' },
  cut: [{ workflows: 'domain/src/late.ts' }],
};

const program = `import { readFileSync } from 'node:fs';
import { run } from 'a-package';
interface Wanted { readonly what: string }
const wanted: Wanted = { what: process.argv[2] ?? '' };
function refuse(): never {
  throw new Error('refused');
}
if (wanted.what === 'beside') {
  console.log(readFileSync(new URL('./beside.txt', import.meta.url), 'utf8'));
  console.log([import.meta.dirname, import.meta.filename, import.meta.url].join(' '));
  console.log(new URL('./fit.ts', import.meta.url).href);
} else if (wanted.what === 'package') run(undefined);
else run(refuse);
`;

/** A package whose code comes before and after ours in the file, with a fault of its own. */
const packageCode = `exports.run = function runInPackage(given) {
  if (!given) throw new Error('nothing given');
  return given();
};
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tapwise-bundle-'));
  write('package-lock.json', '{}');
  write('package.json', '{"type":"module"}');
  write('domain/package.json', '{"type":"module"}');
  write('domain/src/program.ts', program);
  write('domain/src/fit.ts', 'export const fitted = 1;\n');
  write('domain/src/late.ts', "export const late = async () => (await import('./late-part.ts')).part;\n");
  write('domain/src/late-part.ts', "export const part = 'late';\n");
  write('domain/src/beside.txt', 'the file beside');
  write('node_modules/a-package/package.json', '{"name":"a-package","main":"index.js"}');
  write('node_modules/a-package/index.js', packageCode);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function run(folder: string, what: string) {
  const args = [...programArguments(root, folder, 'api'), what];
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: tmpdir() });
}

const bundles = () => readdirSync(join(root, 'dist', 'server')).sort();

describe('a bundle', () => {
  it('is made once from the same sources, and again when one changes', async () => {
    const first = await bundleParts(root, plan);
    const marker = join(first.folder, 'marker');
    writeFileSync(marker, '');
    expect(first.how).toBe('bundled');
    expect(await bundleParts(root, plan)).toEqual({ folder: first.folder, how: 'current' });

    write('domain/src/program.unit.spec.ts', 'a spec is no part of a program');
    expect(await bundleParts(root, plan)).toEqual({ folder: first.folder, how: 'current' });
    expect(existsSync(marker)).toBe(true);

    write('domain/src/program.ts', "console.log('changed');\n");
    const second = await bundleParts(root, plan);
    expect(second.how).toBe('bundled');
    expect(second.folder).not.toBe(first.folder);
    expect(run(second.folder, '').stdout).toBe('changed\n');
    // What still runs from the first one can go on.
    expect(run(first.folder, 'beside').stdout).toContain('the file beside');
  });

  it('is made again when a package changes', async () => {
    const first = await bundleParts(root, plan);
    write('package-lock.json', '{"lockfileVersion":3}');
    expect((await bundleParts(root, plan)).folder).not.toBe(first.folder);
  });

  it('keeps the present bundle and the two before it', async () => {
    const made: string[] = [];
    for (const number of [1, 2, 3, 4]) {
      write('domain/src/fit.ts', `export const fitted = ${number};\n`);
      made.push((await bundleParts(root, plan)).folder);
    }
    expect(bundles()).toEqual(
      made
        .slice(1)
        .map((folder) => basename(folder))
        .sort(),
    );
  });

  it('is made beside the draft of another start, and clears away one that was left behind', async () => {
    for (const name of ['.draft-1', '.draft-2']) write(`dist/server/${name}/api.js`, '');
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(join(root, 'dist/server/.draft-1'), yesterday, yesterday);
    const { folder } = await bundleParts(root, plan);
    expect(bundles()).toEqual(['.draft-2', basename(folder)]);
  });

  it('finds files from where the source is, and bundled programs in the bundle', async () => {
    const { folder } = await bundleParts(root, plan);
    const source = join(root, 'domain/src');
    expect(run(folder, 'beside').stdout.trim().split('\n')).toEqual([
      'the file beside',
      `${source} ${source}/program.ts file://${source}/program.ts`,
      `file://${folder}/fit-program.js`,
    ]);
  });

  it('names source files and lines in stack traces, and leaves lines of packages to the bundle', async () => {
    const { folder } = await bundleParts(root, plan);
    const ours = run(folder, 'refuse').stderr;
    expect(ours).toContain(`at refuse (${join(root, 'domain/src/program.ts')}:6:9)`);
    const foreign = run(folder, 'package').stderr;
    expect(foreign).toMatch(/at runInPackage .*\/dist\/server\/[0-9a-f]{16}\/api\.js:\d+:\d+\)/);
    expect(foreign).toContain(`${join(root, 'domain/src/program.ts')}:12:`);
    // Node prints the line of an uncaught error.
    expect(foreign.length).toBeLessThan(2000);
  });
});

describe('programs that cannot be bundled', () => {
  it('run from their sources when there is no place for a bundle, and the reason is reported', async () => {
    write('dist/server', 'a file where the folder would be');
    const lines: string[] = [];
    expect(await bundleFolder(root, (line) => lines.push(line), plan)).toBeUndefined();
    expect(lines).toEqual([
      expect.stringMatching(/^programs run from their sources, because they could not be bundled: E[A-Z]+: [^\n]+$/),
    ]);
    expect(programArguments(root, undefined, 'api')).toEqual(['--import', 'tsx', `${root}/api/src/server.ts`]);
  });

  it('leave nothing that a later start would take for a bundle', async () => {
    write('domain/src/program.ts', "import './missing.ts';\n");
    const lines: string[] = [];
    expect(await bundleFolder(root, (line) => lines.push(line), plan)).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(bundles()).toEqual([]);
    write('domain/src/program.ts', "console.log('fixed');\n");
    expect((await bundleParts(root, plan)).how).toBe('bundled');
  });
});
