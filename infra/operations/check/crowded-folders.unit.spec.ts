import { describe, expect, it } from 'vitest';
import { countSiblings, crowdedFolders, mostSiblings } from './crowded-folders.ts';

const filesIn = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);

describe('a folder', () => {
  it('holds files and folders; a folder counts once and specs not at all', () => {
    const counts = countSiblings([
      'a/b/one.ts',
      'a/b/two.ts',
      'a/b/two.unit.spec.ts',
      'a/c.ts',
      'a/Panel.component.spec.tsx',
    ]);
    expect(Object.fromEntries(counts)).toEqual({ '': 1, a: 2, 'a/b': 2 });
  });

  it('may hold so many and no more', () => {
    expect(crowdedFolders(filesIn('a', mostSiblings), {})).toEqual([]);
    expect(crowdedFolders(filesIn('a', mostSiblings + 1), {})).toEqual(['a: 17 files and folders, at most 16']);
  });

  it('that is an exception has a limit of its own, and loses it when it is not needed', () => {
    const allowed = { a: { most: 20, reason: 'A series.' } };
    expect(crowdedFolders(filesIn('a', 20), allowed)).toEqual([]);
    expect(crowdedFolders(filesIn('a', 21), allowed)).toEqual(['a: 21 files and folders, at most 20']);
    expect(crowdedFolders(filesIn('a', 3), allowed)).toEqual(['a: needs no exception any more']);
  });
});
