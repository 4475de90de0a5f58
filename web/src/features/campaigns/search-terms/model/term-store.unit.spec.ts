import { expect, it } from 'vitest';
import { searchTerm } from '../../../../testing/fixtures/term-fixtures.ts';
import { createTermStore } from './term-store.ts';

it('hands on what was chosen over an answer without the term, until something else is chosen', () => {
  const first = createTermStore([searchTerm('white noise'), searchTerm('calm app')], 'discovery', new Map());
  first.choose([0], 2);
  const without = createTermStore([searchTerm('calm app')], 'discovery', first.carried());
  expect(without.kept().size).toBe(0);
  const again = createTermStore([searchTerm('white noise'), searchTerm('calm app')], 'discovery', without.carried());
  expect(again.row(0)?.row.chosen).toBe(2);
  without.choose([0], 3);
  const later = createTermStore([searchTerm('white noise'), searchTerm('calm app')], 'discovery', without.carried());
  expect([later.row(0)?.row.chosen, later.row(1)?.row.chosen]).toEqual([1, 3]);
});
