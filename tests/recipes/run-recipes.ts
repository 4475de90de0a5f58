import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';
import { checkCrowdedFolders } from '../../infra/operations/check/crowded-folders.ts';
import { type CheckResult, nativeCompiler, printResult, runTool } from '../../infra/operations/check/run-tool.ts';
import { checkSourceTexts } from '../../infra/operations/check/source-texts.ts';
import { obtainChromium } from '../../infra/operations/test/chromium.ts';
import { applyDiff } from './apply-diff.ts';
import { copyTree } from './copy-tree.ts';
import { recipes } from './list.ts';
import { diffOf, filesIn, type Recipe } from './recipe.ts';
import { renewDiff } from './renew-diff.ts';

/**
 * Applies recipes to copies of the sources and tries what came of them. Arguments: names of recipes; without any, all of them. With
 * `--renew` their diffs are only written anew.
 */
const args = process.argv.slice(2);
const renews = args.includes('--renew');
const names = args.filter((arg) => arg !== '--renew');
const unknown = names.filter((name) => !recipes.some((recipe) => recipe.name === name));
if (unknown.length > 0) {
  console.error(`There is no recipe ${unknown.join(', ')}; there are: ${recipes.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = names.length === 0 ? recipes : recipes.filter(({ name }) => names.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'tapwise-recipes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const browser = { CHROMIUM: await obtainChromium(), NODE_ENV: 'production' };
const isComponent = (spec: string): boolean => spec.includes('.component.');

/** What `npm run check` asks, as far as it depends on these files; of the tree this process is in. */
async function* checksOf(files: readonly string[]): AsyncGenerator<CheckResult> {
  const modules = files.filter((file) => /\.tsx?$/.test(file));
  const isOfWeb = files.some((file) => /^(web|api\/contract|domain)\//.test(file));
  for (const project of ['tsconfig.json', ...(isOfWeb ? ['web/tsconfig.json'] : [])]) {
    yield await runTool(`types of ${project}`, process.execPath, [nativeCompiler, '--noEmit', '-p', project]);
  }
  yield await runTool('format and lint', 'node_modules/.bin/biome', ['check', '--no-errors-on-unmatched', ...files]);
  yield await runTool('import rules', 'node_modules/.bin/depcruise', [...modules, '--output-type', 'err']);
  yield await checkSourceTexts('.');
  yield await checkCrowdedFolders('.');
}

/** @returns whether all passed; it prints what it finds. */
function pass(specs: readonly string[], variables: Record<string, string> = {}): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...specs];
  const env = childEnvironment(variables);
  return specs.length === 0 || spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}

/** Tries a recipe in a copy of the sources. @returns what of it failed. */
async function failureOf({ name, specs }: Recipe): Promise<string | undefined> {
  const tree = join(folder, name);
  const diff = resolve(diffOf({ name }));
  copyTree('.', tree);
  process.chdir(tree);
  const misfit = applyDiff('.', diff);
  if (misfit !== '') return `it does not apply:\n${misfit}`;
  spawnSync('git', ['add', '--all']);
  const failed: string[] = [];
  for await (const result of checksOf(filesIn(readFileSync(diff, 'utf8')))) {
    printResult(result);
    if (!result.ok) failed.push(result.name);
  }
  if (!pass(specs.filter((spec) => !isComponent(spec)))) failed.push('specs');
  if (!pass(specs.filter(isComponent), browser)) failed.push('specs of components');
  return failed.length === 0 ? undefined : failed.join(', ');
}

/** @returns what of it does not fit any more. */
function misfitOf(recipe: Recipe): string | undefined {
  const tree = join(folder, recipe.name);
  copyTree('.', tree);
  return renewDiff(tree, resolve(diffOf(recipe))) || undefined;
}

const root = process.cwd();
let failures = 0;
for (const recipe of chosen) {
  console.log(`\n${recipe.name}: ${recipe.summary}`);
  const failure = renews ? misfitOf(recipe) : await failureOf(recipe);
  process.chdir(root);
  rmSync(join(folder, recipe.name), { recursive: true, force: true, maxRetries: 3 });
  if (failure !== undefined) failures += 1;
  console.log(
    failure === undefined ? `${renews ? 'written' : 'passed '} ${recipe.name}` : `FAILED  ${recipe.name}: ${failure}`,
  );
}
console.log(`${chosen.length - failures} of ${chosen.length} recipes ${renews ? 'are written' : 'hold'}`);
process.exit(failures === 0 ? 0 : 1);
