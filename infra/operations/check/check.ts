import { exit } from 'node:process';
import { type CheckResult, runTool } from './run-tool.ts';
import { checkSourceTexts } from './source-texts.ts';

/** The rules are worthless on a part of the source, so a run that saw fewer modules or files than this fails. */
const fewestModules = 250;
const fewestFiles = 1_000;
const workspaces = ['domain', 'sdk-ingest', 'api', 'projections', 'workflows', 'infra', 'web/src', 'tests'];
const nativeCompiler = 'node_modules/typescript-native/bin/tsc';

const checks: ReadonlyArray<() => Promise<CheckResult>> = [
  () => runTool('types', process.execPath, [nativeCompiler, '--noEmit', '-p', 'tsconfig.json']),
  () => runTool('types of the dashboard', process.execPath, [nativeCompiler, '--noEmit', '-p', 'web/tsconfig.json']),
  lint,
  importRules,
  () => runTool('unused code', 'node_modules/.bin/knip', []),
  () => checkSourceTexts('.'),
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

let failed = 0;
for (const check of checks) {
  const result = await check();
  console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name} (${(result.millis / 1000).toFixed(1)} s)`);
  if (result.ok) continue;
  failed += 1;
  console.log(result.output.trim());
}
exit(failed === 0 ? 0 : 1);
