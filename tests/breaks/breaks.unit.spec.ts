import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breakLists } from './lists.ts';

describe.each(Object.entries(breakLists))('breaks of %s', (_area, breaks) => {
  it.each(breaks.map((one) => [one.what, one] as const))('can be made as listed: %s', (_what, { file, ...one }) => {
    expect(readFileSync(file, 'utf8').split(one.find)).toHaveLength(2);
    expect(one.replace).not.toBe(one.find);
    expect(one.specs.filter((spec) => !existsSync(spec))).toEqual([]);
  });
});
