import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';
import { z } from 'zod';
import { obtainChromium } from './chromium.ts';
import { prepareTemporal } from './temporal.ts';

/** The whole test command: static checks, every level of vitest, then the browser. */
const reports = mkdtempSync(join(tmpdir(), 'tapwise-test-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const vitestSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number() });
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
});

let running: ChildProcess | undefined;
let ended = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ended = true;
    // An interrupt stops the suites, which end what they have started.
    if (signal === 'SIGTERM') running?.kill('SIGINT');
  });
}

function run(command: string, args: readonly string[], own: Record<string, string> = {}): Promise<number> {
  if (ended) process.exit(130);
  return new Promise((resolve) => {
    const done = (code: number) => {
      running = undefined;
      if (ended) process.exit(130);
      resolve(code);
    };
    running = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: childEnvironment(own) });
    running.once('error', () => done(1));
    running.once('exit', (code) => done(code ?? 1));
  });
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

const began = Date.now();
const took = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
let brokenSuites = 0;

console.log('— static checks');
if ((await run(process.execPath, ['infra/operations/bootstrap.mjs', 'check'])) !== 0) brokenSuites += 1;

const chromium = obtainChromium();
const temporal = await prepareTemporal();

console.log(`— unit, component, int, contract, replay, faults (${took()})`);
const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
if ((await run('node_modules/.bin/vitest', vitestArgs, { CHROMIUM: chromium, ...temporal })) !== 0) brokenSuites += 1;

console.log(`— browser (${took()})`);
const browserEnvironment = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport };
const playwrightArgs = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
if ((await run('node_modules/.bin/playwright', playwrightArgs, browserEnvironment)) !== 0) brokenSuites += 1;

const vitest = read(vitestReport, vitestSchema);
const playwright = read(playwrightReport, playwrightSchema);
rmSync(reports, { recursive: true, force: true });
const passed = (vitest?.numPassedTests ?? 0) + (playwright ? playwright.stats.expected : 0);
const counted = (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0);
// A suite that broke without a failing test of its own (a check, a crash) must not look green.
const failed = brokenSuites > 0 ? Math.max(counted, 1) : counted;
console.log(`took ${took()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
