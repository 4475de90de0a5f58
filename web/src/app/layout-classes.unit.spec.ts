import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const textsOf = (name: RegExp): string[] =>
  files.filter((file) => name.test(file)).map((file) => readFileSync(join(source, file), 'utf8'));
const all = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, words]) => words?.split(/\s+/) ?? []));

const shared = textsOf(/^app\/(base|layout|parts)\.css$/);
const defined = new Set(all(shared, /\.([a-z][\w-]*)/g));
const composed = all(textsOf(/\.module\.css$/), /composes: ([\w -]+) from global/g);
const named = all(textsOf(/(?<!spec)\.tsx$/), /className="([^"]+)"/g);

it('every class that modules compose or elements are given is one of the shared sheets', () => {
  expect(composed.length).toBeGreaterThan(0);
  expect([...composed, ...named].filter((word) => !defined.has(word))).toEqual([]);
});

it('no class of the layout is left that nothing has', () => {
  const used = new Set([...composed, ...named]);
  const words = all(textsOf(/^app\/layout\.css$/), /\.([a-z][\w-]*)/g);
  expect(words.filter((word) => !used.has(word))).toEqual([]);
});
