import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { obtainChromium } from './chromium.ts';
import { openScratchFolder } from './scratch-folder.ts';
import { runSuite } from './suite.ts';
import { prepareTemporal } from './temporal.ts';

/**
 * Runs every level but the stories and prints which part of the lines of each workspace they execute. What runs in processes that a spec
 * starts, as the embedded engines do, is not counted.
 */
const TMPDIR = openScratchFolder();
const reportsDirectory = join(TMPDIR, 'coverage');

/** By file; `total` is their sum. */
type Summary = Readonly<Record<string, { readonly lines: { readonly covered: number; readonly total: number } }>>;

const code = await runSuite(
  'node_modules/.bin/vitest',
  [
    'run',
    '--reporter=dot',
    '--coverage.enabled',
    '--coverage.reporter=json-summary',
    '--coverage.reportOnFailure',
    `--coverage.reportsDirectory=${reportsDirectory}`,
    '--coverage.include=**/src/**/*.{ts,tsx}',
    '--coverage.exclude=**/*.spec.{ts,tsx}',
    '--coverage.exclude=**/testing/**',
    '--coverage.exclude=**/*.fixture.ts',
  ],
  { overrides: { TMPDIR, CHROMIUM: await obtainChromium(), ...(await prepareTemporal()) } },
);

const summary = JSON.parse(readFileSync(join(reportsDirectory, 'coverage-summary.json'), 'utf8')) as Summary;
const workspaces = new Map<string, { covered: number; total: number }>();
for (const [file, { lines }] of Object.entries(summary)) {
  const name = file === 'total' ? 'all' : (relative(process.cwd(), file).split('/src/')[0] ?? '');
  const sum = workspaces.get(name) ?? { covered: 0, total: 0 };
  workspaces.set(name, { covered: sum.covered + lines.covered, total: sum.total + lines.total });
}
for (const [name, { covered, total }] of [...workspaces].sort(([left], [other]) => left.localeCompare(other))) {
  const part = `${((100 * covered) / total).toFixed(1)} %`;
  console.log(`${name.padEnd(28)} ${part.padStart(7)} of ${total} lines`);
}
process.exit(code);
