import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDiff } from './apply-diff.ts';
import { recipes } from './list.ts';
import { diffOf, filesIn } from './recipe.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');

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
