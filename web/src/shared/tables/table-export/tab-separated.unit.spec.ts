import { expect, it } from 'vitest';
import { tabSeparated } from './tab-separated.ts';

it('lines of cells are parted by tabs', () => {
  expect(
    tabSeparated([
      ['a', '1'],
      ['b', ''],
    ]),
  ).toBe('a\t1\nb\t');
});
