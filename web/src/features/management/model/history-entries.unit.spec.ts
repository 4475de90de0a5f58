import type { Change } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';

import { historyEntries } from './history-entries.ts';

const at = '2026-11-21T16:12:00.000Z';
const now = Date.parse('2026-11-22T00:00:00.000Z');

const change = (own: Partial<Change>): Change => ({
  ...{ id: 'row', at, seen_at: at, day: '2026-11-21', actor_kind: 'person', actor: 'Ann Weber', level: 'keyword' },
  ...{ campaign_id: 5, ad_group_id: 6, keyword_id: 7, name: 'rain', campaign_name: 'US', ad_group_name: 'Exact' },
  ...{ field: 'cpt_bid', old: 1, new: 1.2, change_id: 'a', outcome: 'changed', reason: 'Weekly', message: null },
  ...own,
});
const entry = (...rows: Partial<Change>[]) => historyEntries(rows.map(change), now)[0];

describe('the history of changes', () => {
  it('joins the rows of one change, and what was seen in a pull stays alone', () => {
    const list = historyEntries(
      [
        change({ id: '1' }),
        change({ id: '2', keyword_id: 8, name: 'snow', outcome: 'refused' }),
        change({
          id: '3',
          change_id: null,
          actor_kind: 'apple',
          actor: 'Apple Ads (outside this product)',
          reason: null,
        }),
        change({ id: '4', change_id: null, actor_kind: 'apple', field: 'status', old: 'ENABLED', new: 'PAUSED' }),
      ],
      now,
    );
    expect(list.map(({ what, where, failed, rows }) => [what, where, failed, rows.length])).toEqual([
      ['2 bids', 'Exact', 1, 2],
      ['CPT bid', 'rain', 0, 1],
      ['Status', 'rain', 0, 1],
    ]);
    expect(list[0]).toMatchObject({ values: { old: '1.00', new: '1.20' }, undo: { state: 'offered' } });
    expect(list[1]).toMatchObject({ reason: 'Seen in a pull', undo: { state: 'refused', reason: '' } });
    expect(list[2]).toMatchObject({ values: { old: 'Active', new: 'Paused' } });
  });

  it('names what holds all rows, and shows one value only where all have it', () => {
    const apart = entry({ id: '1' }, { id: '2', ad_group_id: 9, ad_group_name: 'Broad', new: 1.3 });
    expect(apart).toMatchObject({ what: '2 bids', where: 'US', values: null });
    expect(entry({ id: '1' }, { id: '2', field: 'status', new: 'PAUSED' })?.what).toBe('2 settings');
  });

  it('offers no undo of deletions, of raised lifetime budgets, of failures, of creations, and after 90 days', () => {
    const state = (row: Partial<Change>) => entry(row)?.undo;
    expect(state({ field: 'status', new: 'DELETED' })).toEqual({
      state: 'refused',
      reason: 'A deletion cannot be undone',
    });
    expect(state({ field: 'budget', new: 900 })).toMatchObject({ reason: 'A lifetime budget can only be raised' });
    expect(state({ outcome: 'refused' })).toEqual({ state: 'refused', reason: '' });
    expect(state({ actor_kind: 'creation' })).toMatchObject({ state: 'refused' });
    expect(state({ at: '2026-08-01T00:00:00.000Z' })).toMatchObject({ reason: 'Undo is offered for 90 days' });
    expect(state({ actor_kind: 'undo' })).toEqual({ state: 'offered' });
  });
});
