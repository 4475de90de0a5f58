import { exit } from 'node:process';
import pLimit from 'p-limit';
import { checkLockfile } from './check-lockfile.ts';
import { checkCrowdedFolders } from './crowded-folders.ts';
import { type CheckResult, nativeCompiler, printResult, runTool } from './run-tool.ts';
import { checkSourceTexts } from './source-texts.ts';

/** The rules are worthless on a part of the source, so a run that saw fewer modules or files than this fails. */
const fewestModules = 250;
const fewestFiles = 1_000;
const workspaces = ['domain', 'sdk-ingest', 'api', 'projections', 'workflows', 'infra', 'web/src', 'tests'];
/** Several checkers in one process each read types that the others have read too. */
const noEmit = ['--noEmit', '--checkers', '1'];
const atOnce = 2;

const checks: ReadonlyArray<() => Promise<CheckResult>> = [
  () => runTool('types', process.execPath, [nativeCompiler, ...noEmit, '-p', 'tsconfig.json']),
  () => runTool('types of the dashboard', process.execPath, [nativeCompiler, ...noEmit, '-p', 'web/tsconfig.json']),
  lint,
  importRules,
  () => runTool('unused code', 'node_modules/.bin/knip', []),
  () => checkSourceTexts('.'),
  () => checkCrowdedFolders('.'),
  checkLockfile,
];

async function lint(): Promise<CheckResult> {
  const result = await runTool('format and lint', 'node_modules/.bin/biome', ['check', '.', '--max-diagnostics=100']);
  const seen = Number(/Checked (\d+) files/.exec(result.output)?.[1] ?? 0);
  if (!result.ok || seen >= fewestFiles) return result;
  return { ...result, ok: false, output: `Only ${seen} files were seen, at least ${fewestFiles} were expected.` };
}

async function importRules(): Promise<CheckResult> {
  const result = await runTool('import rules', 'node_modules/.bin/depcruise', [...workspaces, '--output-type', 'err']);
  const seen = Number(/\((\d+) modules/.exec(result.output)?.[1] ?? 0);
  if (!result.ok || seen >= fewestModules) return result;
  return { ...result, ok: false, output: `Only ${seen} modules were seen, at least ${fewestModules} were expected.` };
}

const turn = pLimit(atOnce);
const results = checks.map(async (check) => {
  const result = await turn(check);
  printResult(result);
  return result.ok;
});
exit((await Promise.all(results)).every((ok) => ok) ? 0 : 1);
