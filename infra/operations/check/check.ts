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

const checks: ReadonlyArray<{ readonly name: string; readonly run: () => Promise<CheckResult> }> = [
  { name: 'types', run: () => typesOf('types', 'tsconfig.json') },
  { name: 'types', run: () => typesOf('types of the dashboard', 'web/tsconfig.json') },
  { name: 'lint', run: lint },
  { name: 'imports', run: importRules },
  { name: 'unused', run: () => runTool('unused code', 'node_modules/.bin/knip', []) },
  { name: 'texts', run: () => checkSourceTexts('.') },
  { name: 'folders', run: () => checkCrowdedFolders('.') },
  { name: 'lockfile', run: checkLockfile },
];

const typesOf = (name: string, project: string): Promise<CheckResult> =>
  runTool(name, process.execPath, [nativeCompiler, ...noEmit, '-p', project]);

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

/** Arguments: names of checks; without any, all of them. */
const names = process.argv.slice(2);
const unknown = names.filter((wanted) => !checks.some(({ name }) => name === wanted));
if (unknown.length > 0) {
  const existing = [...new Set(checks.map(({ name }) => name))].join(', ');
  console.error(`There is no check ${unknown.join(', ')}; there are: ${existing}.`);
  exit(2);
}
const chosen = checks.filter(({ name }) => names.length === 0 || names.includes(name));
const turn = pLimit(atOnce);
const results = chosen.map(async ({ run }) => {
  const result = await turn(run);
  printResult(result);
  return result.ok;
});
exit((await Promise.all(results)).every((ok) => ok) ? 0 : 1);
