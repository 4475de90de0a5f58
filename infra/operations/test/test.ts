import { join } from 'node:path';
import { buildWeb } from '../start/build-web.ts';
import { obtainChromium } from './chromium.ts';
import { type Results, readPlaywright, readVitest } from './results.ts';
import { openScratchFolder } from './scratch-folder.ts';
import { runSuite } from './suite.ts';
import { prepareTemporal } from './temporal.ts';

/** The whole test command: static checks, then every level beside the others, so that what waits leaves the processor to what works. */
const TMPDIR = openScratchFolder();
const began = Date.now();
const took = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
const brokenSuites: string[] = [];

/** Enough of a message to see what was expected; the whole one is above, where the suite printed it. */
const messageLines = 12;

async function suite(command: string, args: readonly string[], overrides: Record<string, string> = {}): Promise<void> {
  if ((await runSuite(command, args, { TMPDIR, ...overrides })) === 0) return;
  brokenSuites.push([command, ...args].join(' '));
}

async function vitest(
  projects: readonly string[],
  workers: number,
  overrides: Record<string, string>,
): Promise<Results> {
  const report = join(TMPDIR, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await suite('node_modules/.bin/vitest', ['run', ...chosen, `--maxWorkers=${workers}`, ...reporters], overrides);
  return readVitest(report);
}

async function playwright(CHROMIUM: string): Promise<Results> {
  const report = join(TMPDIR, 'playwright.json');
  const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
  await suite('node_modules/.bin/playwright', args, { CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return readPlaywright(report);
}

/** Several products start in this run, none of which may build the page under another. */
async function preparePage(): Promise<void> {
  const addresses = { publicUrl: 'http://127.0.0.1:8080', contact: 'mailto:help@tapwise.example' };
  await buildWeb(process.cwd(), addresses).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    brokenSuites.push('the build of the page');
  });
}

console.log('— static checks');
const [chromium, temporal] = await Promise.all([
  obtainChromium(),
  prepareTemporal(),
  preparePage(),
  suite(process.execPath, ['infra/operations/bootstrap.mjs', 'check']),
]);

console.log(`— unit, int, contract, replay, faults, beside component, beside the browser's stories (${took()})`);
const all = await Promise.all([
  // As it is shipped, which also draws faster than React of development.
  vitest(['component'], 2, { CHROMIUM: chromium, NODE_ENV: 'production' }),
  playwright(chromium),
  // A node spec waits for other processes half of its time, and the other two levels end before it: four keep two cores busy.
  vitest(['unit', 'node'], 4, { CHROMIUM: chromium, ...temporal }),
]);

console.log(`— two of each part, alone: they take all that other specs leave (${took()})`);
all.push(await vitest(['replicas'], 1, temporal));

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
