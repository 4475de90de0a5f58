import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breakLists } from './lists.ts';

describe.each(Object.entries(breakLists))('breaks of %s', (_area, breaks) => {
  it.each(breaks.map((entry) => [entry.what, entry] as const))(
    'can be made as listed: %s',
    (_what, { file, ...entry }) => {
      expect(readFileSync(file, 'utf8').split(entry.find)).toHaveLength(2);
      expect(entry.replace).not.toBe(entry.find);
      expect(entry.specs.filter((spec) => !existsSync(spec))).toEqual([]);
    },
  );
});
