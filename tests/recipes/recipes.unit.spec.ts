import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDiff } from './apply-diff.ts';
import { recipes } from './list.ts';
import { diffOf, filesIn } from './recipe.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const everySpec = spawnSync('git', ['ls-files', '*.spec.ts', '*.spec.tsx'], { encoding: 'utf8' }).stdout.split('\n');

describe('the recipes', () => {
  it('are the diffs of their folder, in the order of the page that explains them', () => {
    const names = recipes.map(({ name }) => name);
    expect(readdirSync('tests/recipes/diffs')).toEqual(names.map((name) => `${name}.diff`).sort());
    expect([...page.matchAll(/`npm run recipes -- ([\w-]+)`/g)].map(([, name]) => name)).toEqual(names);
  });

  it.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
    'apply to the sources as they are: %s',
    (_name, recipe) => {
      expect(applyDiff('.', resolve(diffOf(recipe)), ['--check'])).toBe('');
    },
  );

  it.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
    'are held by specs of their own: %s',
    (_name, recipe) => {
      const files = filesIn(readFileSync(diffOf(recipe), 'utf8'));
      expect(recipe.specs.filter((spec) => !files.includes(spec) && !existsSync(spec))).toEqual([]);
      expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/\.spec\.tsx?$/)]));
      expect(recipe.specs.some((spec) => files.includes(spec))).toBe(true);
    },
  );

  it.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
    'name the specs to run: %s',
    (_name, { name, specs }) => {
      const [, rest = ''] = page.split(`npm run recipes -- ${name}`);
      const [section = ''] = rest.split('\n### ');
      const named = [...section.matchAll(/npm run test:(\w+) -- ([^`<]+)/g)].flatMap((call) => {
        const [, level = '', parts = ''] = call;
        return parts.split(' ').map((part) => ({ level: `.${level}.spec.`, part }));
      });
      const isNamed = (spec: string): boolean =>
        named.some(({ level, part }) => spec.includes(level) && spec.includes(part));
      const made = filesIn(readFileSync(diffOf({ name }), 'utf8')).filter((file) => !existsSync(file));
      expect(specs.filter((spec) => !isNamed(spec) && !made.includes(spec))).toEqual([]);
      const isThere = ({ level, part }: (typeof named)[number]): boolean =>
        everySpec.some((spec) => spec.includes(level) && spec.includes(part));
      expect(named.filter((run) => !isThere(run))).toEqual([]);
    },
  );

  it.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
    'give their files of the schema numbers that are free: %s',
    (_name, recipe) => {
      const numbers = readdirSync('projections/schema').map((file) => file.slice(0, 4));
      const made = filesIn(readFileSync(diffOf(recipe), 'utf8')).filter((file) =>
        /^projections\/schema\/\d/.test(file),
      );
      expect(made.filter((file) => numbers.includes(file.slice('projections/schema/'.length).slice(0, 4)))).toEqual([]);
    },
  );

  it('are said not to apply when the lines around their change are others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapwise-recipe-'));
    try {
      const diff = join(folder, 'one.diff');
      writeFileSync(join(folder, 'a.txt'), 'first\nsecond\nthird\n');
      writeFileSync(
        diff,
        'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n first\n-second\n+2\n third\n',
      );
      expect(applyDiff(folder, diff, ['--check'])).toBe('');
      writeFileSync(join(folder, 'a.txt'), 'first\nsecond\nfourth\n');
      expect(applyDiff(folder, diff, ['--check'])).toContain('patch does not apply');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
