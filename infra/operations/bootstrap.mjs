/**
 * The first thing every command of the project runs. It is plain JavaScript without dependencies, because it has to work on a
 * fresh clone: it installs the packages when they are missing or older than the lockfile, then runs the wanted program in
 * this same process, so that signals sent to the command reach it.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InstallError, installPackages } from './install/install-packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const programs = {
  start: 'infra/operations/start/start.ts',
  build: 'infra/operations/command/build.ts',
  part: 'infra/operations/command/run-part.ts',
  test: 'infra/operations/test/test.ts',
  'test:level': 'infra/operations/test/level.ts',
  'test:coverage': 'infra/operations/test/coverage.ts',
  walk: 'infra/operations/test/walk.ts',
  breaks: 'tests/breaks/run-breaks.ts',
  recipes: 'tests/recipes/run-recipes.ts',
  faults: 'tests/faults/run-faults.ts',
  alarms: 'tests/faults/alarms/run-alarms.ts',
  'test:replicas': 'tests/replicas/run-replicas.ts',
  'faults:machine': 'tests/faults/machine/run-machine.ts',
  'image:try': 'infra/compose/image/try-image.ts',
  'upgrade:try': 'tests/replay/upgrade/try-upgrade.ts',
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
const bundledCommands = ['as-of', 'backup', 'billing', 'operator', 'rebuild', 'restore'];

const [name, ...rest] = process.argv.slice(2);
const isBundled = bundledCommands.includes(name);
const program = isBundled ? 'infra/operations/command/run-command.ts' : programs[name];
if (program === undefined) {
  console.error(
    `Usage: node infra/operations/bootstrap.mjs ${[...Object.keys(programs), ...bundledCommands].join('|')}`,
  );
  process.exit(2);
}
try {
  installPackages(root);
} catch (error) {
  console.error(error instanceof InstallError ? error.message : error);
  process.exit(1);
}
process.chdir(root);
process.argv.splice(1, process.argv.length - 1, join(root, program), ...(isBundled ? [name] : []), ...rest);
// Imported only now: a moment ago it may not have been installed.
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(root, program)).href);
