import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceFolder } from './replace-folder.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tapwise-replace-'));
});
afterAll(() => rmSync(root, { recursive: true }));

function folderOf(name: string, text: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), text);
  return folder;
}

it('puts a folder in the place of another, or of none, and leaves nothing beside it', () => {
  const replaced = join(root, 'dist');
  for (const text of ['first', 'second']) {
    replaceFolder(folderOf('next', text), replaced);
    expect(readFileSync(join(replaced, 'index.html'), 'utf8')).toBe(text);
    expect(readdirSync(root)).toEqual(['dist']);
  }
});
