import type { Change } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';

import { dayLine, historyEntries, linkUndos } from './history-entries.ts';

const at = '2026-11-21T16:12:00.000Z';
const now = Date.parse('2026-11-22T00:00:00.000Z');

const change = (overrides: Partial<Change>): Change => ({
  id: 'row',
  at,
  seen_at: at,
  day: '2026-11-21',
  actor_kind: 'person',
  actor: 'Ann Weber',
  outside: null,
  level: 'keyword',
  campaign_id: 5,
  ad_group_id: 6,
  keyword_id: 7,
  name: 'rain',
  campaign_name: 'US',
  ad_group_name: 'Exact',
  field: 'cpt_bid',
  old: 1,
  new: 1.2,
  change_id: 'a',
  outcome: 'changed',
  reason: 'Weekly',
  message: null,
  undoes: null,
  undone_by: null,
  alike: 1,
  ...overrides,
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

  it('shows product pages by their names, or by their ids while those are not known, never as amounts', () => {
    const assigned = { field: 'creative' as const, old: 0, new: 740_000_001 };
    expect(entry(assigned)).toMatchObject({ values: { old: 'Default', new: 'Page 740000001' } });
    const pages = new Map([[740_000_001, 'Deep sleep']]);
    const [named] = historyEntries([change(assigned)], now, { pages });
    expect(named).toMatchObject({ values: { old: 'Default', new: 'Deep sleep' } });
  });

  it('counts what a creation added, also what is not listed, and offers to pause a new campaign instead of an undo', () => {
    const added = (overrides: Partial<Change>) => ({
      actor_kind: 'creation' as const,
      actor: 'Creation',
      old: null,
      ...overrides,
    });
    const keywords = [
      added({ id: '1', field: 'keyword', new: 'rain', alike: 2288 }),
      added({ id: '2', field: 'keyword', new: 'snow', alike: 2288 }),
      added({ id: '3', field: 'keyword', new: 'hail', outcome: 'refused', alike: 2 }),
      added({ id: '4', field: 'negative', new: 'free', ad_group_id: 0, ad_group_name: null }),
    ];
    const filtered = { what: '2,290 keywords, 1 negative keyword', where: 'US', count: 2291, failed: 2 };
    expect(entry(...keywords)).toMatchObject({ ...filtered, undo: { state: 'offered' } });
    const enabled = added({ id: '5', level: 'campaign', field: 'status', old: 'PAUSED', new: 'ENABLED' });
    expect(entry(enabled, ...keywords)).toMatchObject({
      ...filtered,
      count: 2292,
      undo: { state: 'pause', campaigns: [{ id: 5, name: 'US' }] },
    });
  });

  it('offers neither an undo nor a pause of a new campaign that is not complete', () => {
    const keyword = { actor_kind: 'creation' as const, field: 'keyword' as const, old: null, new: 'rain' };
    const [whole] = historyEntries([change(keyword)], now, { campaigns: new Set(['a']) });
    expect(whole?.undo).toEqual({
      state: 'refused',
      reason: 'The campaign is not complete and stays paused: it can be deleted in Campaign tools',
    });
    const [added] = historyEntries([change(keyword)], now, { campaigns: new Set(['b']) });
    expect(added?.undo).toEqual({ state: 'offered' });
  });

  it('joins an undo with what it took back, which holds again once that undo is taken back', () => {
    const undo = (change_id: string, undoes: string) =>
      change({ id: change_id, change_id, actor_kind: 'undo', undoes });
    const linked = (...rows: Change[]) =>
      [...linkUndos(historyEntries(rows, now))].map(([id, { undoes, undoneBy }]) => [id, undoes?.id, undoneBy?.id]);
    expect(linked(undo('b', 'a'), change({}))).toEqual([
      ['b', 'a', undefined],
      ['a', undefined, 'b'],
    ]);
    expect(linked(undo('c', 'b'), undo('b', 'a'), change({}))).toEqual([
      ['c', 'b', undefined],
      ['b', 'a', 'c'],
    ]);
    expect(linked(undo('b', 'older'))).toEqual([]);
  });

  it('names what holds all rows, and shows one value only where all have it', () => {
    const apart = entry({ id: '1' }, { id: '2', ad_group_id: 9, ad_group_name: 'Broad', new: 1.3 });
    expect(apart).toMatchObject({ what: '2 bids', where: 'US', values: null });
    expect(entry({ id: '1' }, { id: '2', field: 'status', new: 'PAUSED' })?.what).toBe('2 settings');
  });

  it('offers no undo of deletions, of raised lifetime budgets, of failures, and after 90 days; what a creation set can be undone', () => {
    const state = (row: Partial<Change>) => entry(row)?.undo;
    expect(state({ field: 'status', new: 'DELETED' })).toEqual({
      state: 'refused',
      reason: 'A deletion cannot be undone',
    });
    expect(state({ field: 'budget', new: 900 })).toMatchObject({ reason: 'A lifetime budget can only be raised' });
    expect(state({ outcome: 'refused' })).toEqual({ state: 'refused', reason: '' });
    expect(state({ actor_kind: 'creation' })).toEqual({ state: 'offered' });
    expect(state({ at: '2026-08-01T00:00:00.000Z' })).toMatchObject({ reason: 'Undo is offered for 90 days' });
    expect(state({ actor_kind: 'undo' })).toEqual({ state: 'offered' });
  });
});

it('days are named from today on', () => {
  const line = (day: string) => dayLine(day, '2026-11-21');
  expect(line('2026-11-21')).toBe('Today, 21 Nov');
  expect(line('2026-11-20')).toBe('Yesterday, 20 Nov');
  expect(line('2026-11-19')).toBe('Thu 19 Nov');
  expect(line('2025-11-19')).toBe('Wed 19 Nov 2025');
});
