import { describe, expect, it } from 'vitest';
import { given } from '../../../../../tests/support/facts/given-when-then.ts';
import {
  deleteSavedQuery,
  mayChangeSaved,
  maySeeSaved,
  mostSavedQueries,
  type SavedQueryAsker,
  savedQueryDecider,
  saveQuery,
} from './saved-query.decider.ts';

const at = '2026-01-01T00:00:00.000Z';
const maker: SavedQueryAsker = { team_id: 7, by: 8, access: 'member' };
const other: SavedQueryAsker = { team_id: 7, by: 9, access: 'member' };
const admin: SavedQueryAsker = { team_id: 7, by: 7, access: 'admin' };
const fields = { id: 'a', name: 'v1.team-7.n', text: 'v1.team-7.t', is_shared: false };
const saved = (overrides: Partial<typeof fields> & { owner?: number; saved_by?: number } = {}) => ({
  type: 'SqlQuerySaved' as const,
  data: { team_id: 7, ...fields, owner: 8, saved_by: 8, saved_at: at, ...overrides },
});
const gone = { type: 'SqlSavedQueryDeleted' as const, data: { team_id: 7, id: 'a', deleted_by: 8, deleted_at: at } };

describe('saved statements', () => {
  it('belong to who saved them first, also when an admin changes a shared one', () => {
    given(savedQueryDecider)
      .when((state) => saveQuery(state, maker, { ...fields, at, replaces: false }))
      .thenEvents(saved());
    given(savedQueryDecider, saved({ is_shared: true }))
      .when((state) => saveQuery(state, admin, { ...fields, at, replaces: true }))
      .thenEvents(saved({ saved_by: 7 }));
    const twice = [saved(), saved({ name: 'v1.team-7.m' })].reduce(savedQueryDecider.evolve, []);
    expect(twice.map(({ name }) => name)).toEqual(['v1.team-7.m']);
    expect([saved(), gone].reduce(savedQueryDecider.evolve, [])).toEqual([]);
  });

  it('are seen by others when shared, and changed by their owner and, when shared, by admins', () => {
    const cases = [
      { is_shared: false, asker: maker, sees: true, changes: true, refused: null },
      { is_shared: false, asker: other, sees: false, changes: false, refused: 'not_found' },
      { is_shared: false, asker: admin, sees: false, changes: false, refused: 'not_found' },
      { is_shared: true, asker: other, sees: true, changes: false, refused: 'forbidden' },
      { is_shared: true, asker: admin, sees: true, changes: true, refused: null },
    ] as const;
    for (const { is_shared, asker, sees, changes, refused } of cases) {
      const [query] = [saved({ is_shared })].reduce(savedQueryDecider.evolve, []);
      if (query === undefined) throw new Error('Nothing was saved');
      expect([maySeeSaved(query, asker.by), mayChangeSaved(query, asker)]).toEqual([sees, changes]);
      for (const change of [
        () => saveQuery([query], asker, { ...fields, at, replaces: true }),
        () => deleteSavedQuery([query], asker, { id: 'a', at }),
      ]) {
        if (refused === null) expect(change()).toHaveLength(1);
        else expect(change).toThrow(expect.objectContaining({ code: refused }));
      }
    }
  });

  it('are at most so many in a team', () => {
    const many = Array.from({ length: mostSavedQueries }, (_, index) => saved({ id: String(index) }));
    given(savedQueryDecider, ...many)
      .when((state) => saveQuery(state, maker, { ...fields, id: 'new', at, replaces: false }))
      .thenRefused('saved_queries_full');
    given(savedQueryDecider, ...many)
      .when((state) => saveQuery(state, maker, { ...fields, id: '3', at, replaces: true }))
      .thenEvents(saved({ id: '3' }));
  });
});
