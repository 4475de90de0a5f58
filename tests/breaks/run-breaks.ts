import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';
import { z } from 'zod';
import type { Break } from './break.ts';
import { breakLists } from './lists.ts';

/** Makes each listed fault for as long as its specs run. Arguments: an area, and a part of the words of its breaks. */
const [area, words = ''] = process.argv.slice(2);
const report = join(mkdtempSync(join(tmpdir(), 'tapwise-breaks-')), 'vitest.json');
const reportSchema = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) })),
});

/** The files that are altered now, as they were. */
const originals = new Map<string, string>();
let running: ChildProcess | undefined;
function restore(): void {
  for (const [file, text] of originals) writeFileSync(file, text);
  originals.clear();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    running?.kill('SIGINT');
    restore();
    process.exit(130);
  });
}
process.on('exit', restore);

/** @returns whether all passed, and the names of the tests that failed. */
function runSpecs(specs: readonly string[]): Promise<{ passed: boolean; failed: string[] }> {
  rmSync(report, { force: true });
  const args = ['run', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`, ...specs];
  return new Promise((resolve) => {
    running = spawn('node_modules/.bin/vitest', args, { stdio: 'ignore', env: childEnvironment({}) });
    running.once('exit', (code) => {
      const written = existsSync(report) ? reportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
      const results = written?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
      const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      resolve({ passed: code === 0, failed });
    });
  });
}

async function noticed({ file, find, replace, specs }: Break): Promise<string | undefined> {
  const original = readFileSync(file, 'utf8');
  originals.set(file, original);
  writeFileSync(
    file,
    original.replace(find, () => replace),
  );
  const { failed } = await runSpecs(specs);
  restore();
  return failed[0];
}

const chosen = Object.entries(breakLists)
  .filter(([name]) => area === undefined || name === area)
  .flatMap(([, breaks]) => breaks)
  .filter(({ what }) => what.includes(words));
if (chosen.length === 0) {
  console.error(`There is no such break; areas: ${Object.keys(breakLists).join(', ')}.`);
  process.exit(2);
}
const files = [...new Set(chosen.map(({ file }) => file))];
const changed = spawnSync('git', ['status', '--porcelain', '--', ...files], { encoding: 'utf8' }).stdout;
if (changed !== '') {
  console.error(`These files have changes that are not committed:\n${changed}`);
  process.exit(2);
}

const { passed, failed } = await runSpecs([...new Set(chosen.flatMap(({ specs }) => specs))]);
if (!passed) {
  console.error(`The specs fail without any break: ${failed[0] ?? 'a spec file could not be loaded'}`);
  process.exit(1);
}
let unnoticed = 0;
for (const entry of chosen) {
  const test = await noticed(entry);
  if (test === undefined) unnoticed += 1;
  console.log(
    test === undefined ? `NOT NOTICED  ${entry.what}` : `noticed      ${entry.what}\n             by: ${test}`,
  );
}
console.log(`${chosen.length - unnoticed} of ${chosen.length} breaks noticed`);
process.exit(unnoticed === 0 ? 0 : 1);
