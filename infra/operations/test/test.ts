import { join } from 'node:path';
import { commandPlan } from '../command/command-programs.ts';
import { bundleFolder } from '../start/bundle/bundle-parts.ts';
import { buildWeb } from '../start/pages/build-web.ts';
import { installedSite } from '../start/pages/write-site.ts';
import { obtainChromium } from './chromium.ts';
import { type Results, readPlaywright, readVitest } from './results.ts';
import { openScratchFolder } from './scratch-folder.ts';
import { runSuite, type SuiteOptions } from './suite.ts';
import { prepareTemporal } from './temporal.ts';
import { timeFactorOfSuites, timeFactorVariable } from './time-factor.ts';

/** The whole test command: every level beside the others and static checks, so that what waits leaves the processor to what works. */
const TMPDIR = openScratchFolder();
/** Static checks, components, stories and node specs share the machine. */
const suitesAtOnce = 4;
const environment = { TMPDIR, [timeFactorVariable]: String(timeFactorOfSuites(suitesAtOnce)) };
const began = Date.now();
const took = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
const brokenSuites: string[] = [];

/** Enough of a message to see what was expected; the whole one is above, where the suite printed it. */
const messageLines = 12;

async function suite(command: string, args: readonly string[], options: SuiteOptions = {}): Promise<void> {
  if ((await runSuite(command, args, { ...options, overrides: { ...environment, ...options.overrides } })) === 0)
    return;
  brokenSuites.push([command, ...args].join(' '));
}

async function vitest(project: string, workers: number, options: SuiteOptions): Promise<Results> {
  const report = join(TMPDIR, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await suite(
    'node_modules/.bin/vitest',
    ['run', '--project', project, `--maxWorkers=${workers}`, ...reporters],
    options,
  );
  return readVitest(report);
}

async function playwright(CHROMIUM: string): Promise<Results> {
  const report = join(TMPDIR, 'playwright.json');
  const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
  const overrides = { CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  await suite('node_modules/.bin/playwright', args, { overrides });
  return readPlaywright(report);
}

/** Several products start in this run, none of which may build the page under another. */
async function preparePage(): Promise<void> {
  const addresses = { publicUrl: 'http://127.0.0.1:8080', contact: 'mailto:help@tapwise.example' };
  await buildWeb(process.cwd(), addresses, installedSite(TMPDIR)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    brokenSuites.push('the build of the page');
  });
}

/** Two suites run the programs, and each would bundle them. */
async function preparePrograms(): Promise<void> {
  for (const plan of [undefined, commandPlan]) await bundleFolder(process.cwd(), console.log, plan);
}

console.log('— preparations');
const [chromium, temporal] = await Promise.all([obtainChromium(), prepareTemporal(), preparePage(), preparePrograms()]);

console.log(`— int, contract, replay, faults, component, the browser's stories and static checks (${took()})`);
// Static checks alone keep both cores busy; the levels wait for a part of their time.
const checked = suite(process.execPath, ['infra/operations/bootstrap.mjs', 'check'], { isInBackground: true });
const all = await Promise.all([
  // As it is shipped, which also draws faster than React of development.
  vitest('component', 2, { overrides: { CHROMIUM: chromium, NODE_ENV: 'production' } }),
  playwright(chromium),
  // A node spec waits for other processes half of its time, and the other two levels end before it.
  vitest('node', 5, { overrides: { CHROMIUM: chromium, ...temporal } }),
]);
await checked;

console.log(`— two of each part, which take all that other levels would leave, and unit behind them (${took()})`);
const last = [vitest('replicas', 1, { overrides: temporal }), vitest('unit', 2, { isInBackground: true })];
all.push(...(await Promise.all(last)));

const passed = all.reduce((sum, results) => sum + results.passed, 0);
const counted = all.reduce((sum, results) => sum + results.failed, 0);
// A suite that broke without a failing test of its own (a check, a crash) must not look green.
const failed = brokenSuites.length > 0 ? Math.max(counted, 1) : counted;
for (const { test, message } of all.flatMap(({ failures }) => failures)) {
  console.log(`FAILED ${test}\n${message.split('\n').slice(0, messageLines).join('\n')}`);
}
for (const broken of brokenSuites) console.log(`NOT GREEN ${broken}`);
console.log(`took ${took()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
