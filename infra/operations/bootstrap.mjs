/**
 * The first thing every command of the project runs. It is plain JavaScript without dependencies, because it has to work on a
 * fresh clone: it installs the packages when they are missing or older than the lockfile, then runs the wanted program in
 * this same process, so that signals sent to the command reach it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const programs = {
  start: 'infra/operations/start/start.ts',
  test: 'infra/operations/test/test.ts',
  'test:level': 'infra/operations/test/level.ts',
  'test:coverage': 'infra/operations/test/coverage.ts',
  walk: 'infra/operations/test/walk.ts',
  breaks: 'tests/breaks/run-breaks.ts',
  dev: 'infra/operations/dev/dev.ts',
  seed: 'infra/operations/seed/seed.ts',
  lockfile: 'infra/operations/lockfile/complete-lockfile.ts',
  check: 'infra/operations/check/check.ts',
  bench: 'infra/operations/bench/bench.ts',
  'bench:predictions': 'tests/predictions/predictions.bench.ts',
  'sql:drivers': 'tests/sql/drivers/drivers.ts',
  story: 'tests/story/run-story.ts',
  doctor: 'infra/operations/doctor/doctor.ts',
  'mail:preview': 'infra/operations/mail-preview/mail-preview.ts',
  'share-pictures': 'infra/operations/share-pictures/share-pictures.ts',
  eventstore: 'infra/engines/eventstore/src/main.ts',
  clickhouse: 'infra/engines/clickhouse/src/main.ts',
  simulator: 'infra/simulators/apple/src/main.ts',
  payments: 'infra/simulators/payments/src/main.ts',
};

/** Run from a bundle of their own. */
const bundledCommands = ['as-of', 'rebuild', 'billing', 'operator'];

/** Installs with `npm ci` when the packages are missing or older than the lockfile. */
function installPackages() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lockfile = join(root, 'package-lock.json');
  // An `npm install` writes the lockfile a moment after the tree it belongs to.
  if (existsSync(installed) && statSync(installed).mtimeMs + 60_000 >= statSync(lockfile).mtimeMs) return;
  const began = Date.now();
  console.error('Installing packages …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (npm.error || npm.status !== 0) {
    console.error('The packages could not be installed; see the lines above.');
    process.exit(1);
  }
  console.error(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

const [name, ...rest] = process.argv.slice(2);
const isBundled = bundledCommands.includes(name);
const program = isBundled ? 'infra/operations/command/run-command.ts' : programs[name];
if (program === undefined) {
  console.error(
    `Usage: node infra/operations/bootstrap.mjs ${[...Object.keys(programs), ...bundledCommands].join('|')}`,
  );
  process.exit(2);
}
installPackages();
process.chdir(root);
process.argv.splice(1, process.argv.length - 1, join(root, program), ...(isBundled ? [name] : []), ...rest);
// Imported only now: a moment ago it may not have been installed.
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(root, program)).href);
