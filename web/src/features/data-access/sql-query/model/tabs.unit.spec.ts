import type { SavedSqlQuery } from '@tapwise/contract/sql';
import { expect, it } from 'vitest';
import { firstTabs, withChange, withExample, withNewTab, withoutTab, withSaved } from './tabs.ts';

const saved: SavedSqlQuery = {
  id: 's',
  name: 'CPA',
  text: 'SELECT 1',
  shared: true,
  owner: 1,
  own: true,
  may_change: true,
  saved_at: '2026-01-01T00:00:00.000Z',
};

it('statements are opened once, changed, and closed but for the last', () => {
  const two = withSaved(firstTabs(undefined), saved);
  expect([two.active, two.tabs[1]?.name]).toEqual([2, 'CPA']);
  const three = withNewTab(two);
  expect(three.tabs.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(withSaved(three, saved)).toEqual({ ...three, active: 2 });
  expect(withChange(three, 3, { text: 'x' }).tabs[2]?.text).toBe('x');
  const closed = withoutTab(withoutTab(three, 3), 1);
  expect([closed.active, closed.tabs.map(({ id }) => id)]).toEqual([2, [2]]);
  expect(withoutTab(closed, 2)).toEqual(closed);
  const example = { title: 'CPA', about: '', text: 'x' };
  expect([firstTabs(example).tabs[0]?.text, withExample(closed, example).active]).toEqual(['x', 3]);
});
