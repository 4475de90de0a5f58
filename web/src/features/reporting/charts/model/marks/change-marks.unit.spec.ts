import type { Change } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { changesByDate, changesOfLines, clusterMarks, leastDistance } from './change-marks.ts';
import { describeChange, fieldsAt, titleOfChange } from './describe-change.ts';

const change = (part: Partial<Change> = {}): Change => ({
  id: 'a',
  at: '2026-11-14T10:00:00.000Z',
  seen_at: '2026-11-14T10:05:00.000Z',
  day: '2026-11-14',
  actor_kind: 'apple',
  actor: 'Apple Ads',
  outside: null,
  change_id: null,
  undoes: null,
  undone_by: null,
  alike: 1,
  outcome: 'changed',
  reason: null,
  message: null,
  level: 'campaign',
  campaign_id: 1,
  ad_group_id: null,
  keyword_id: null,
  name: 'US Brand',
  campaign_name: 'US Brand',
  ad_group_name: null,
  field: 'daily_cap',
  old: 50,
  new: 60,
  ...part,
});
const inGroup = { level: 'ad_group', ad_group_id: 11, name: 'All', ad_group_name: 'All', field: 'cpt_bid' } as const;
const ofKeyword = { ...inGroup, level: 'keyword', keyword_id: 111, name: 'sleep' } as const;

describe('the changes of the lines drawn', () => {
  const changes = [change(), change(inGroup), change(ofKeyword), change({ campaign_id: 2, field: 'status' })];
  const all = { fields: null, inside: false };

  it('are those of the drawn objects and of their level', () => {
    expect(changesOfLines(changes, 'campaign', new Set(['1']), all)).toEqual([changes[0]]);
    expect(changesOfLines(changes, 'campaign', new Set(['1', '2']), all)).toEqual([changes[0], changes[3]]);
    expect(changesOfLines(changes, 'ad_group', new Set(['11']), all)).toEqual([changes[1]]);
    expect(changesOfLines(changes, 'keyword', new Set(['111']), all)).toEqual([changes[2]]);
    expect(changesOfLines(changes, 'campaign', new Set(), all)).toEqual([]);
  });

  it('are also those inside them when that is chosen, and of chosen settings only', () => {
    const inside = { fields: null, inside: true };
    expect(changesOfLines(changes, 'campaign', new Set(['1']), inside)).toEqual(changes.slice(0, 3));
    expect(changesOfLines(changes, 'ad_group', new Set(['11']), inside)).toEqual(changes.slice(1, 3));
    expect(changesOfLines(changes, 'campaign', new Set(['1']), { ...inside, fields: ['daily_cap'] })).toEqual([
      changes[0],
    ]);
    expect(changesOfLines(changes, 'campaign', new Set(['1']), { ...inside, fields: [] })).toEqual([]);
  });
});

describe('a change’s place along the axis', () => {
  const days = (dates: string[], granularity: 'day' | 'week' | 'month', day: string) =>
    changesByDate([change({ day })], dates, granularity).map(({ length }) => length);

  it('is that of its day, week or month', () => {
    expect(days(['2026-11-13', '2026-11-14', '2026-11-15'], 'day', '2026-11-14')).toEqual([0, 1, 0]);
    expect(days(['2026-11-02', '2026-11-09'], 'week', '2026-11-08')).toEqual([1, 0]);
    expect(days(['2026-11-02', '2026-11-09'], 'week', '2026-11-15')).toEqual([0, 1]);
    expect(days(['2026-10-01', '2026-11-01'], 'month', '2026-10-31')).toEqual([1, 0]);
  });

  it('is none outside the dates', () => {
    expect(days(['2026-11-13'], 'day', '2026-11-14')).toEqual([0]);
    expect(days(['2026-11-13'], 'day', '2026-11-12')).toEqual([0]);
    expect(days(['2026-11-02'], 'week', '2026-11-09')).toEqual([0]);
    expect(days([], 'day', '2026-11-09')).toEqual([]);
  });
});

describe('the row of marks', () => {
  it('has a button for each place with changes, at the place', () => {
    const clusters = clusterMarks([['a'], [], ['b', 'c']], [50, 80, 110]);
    expect(clusters).toEqual([
      { x: 50, from: 0, to: 0, changes: ['a'] },
      { x: 110, from: 2, to: 2, changes: ['b', 'c'] },
    ]);
  });

  it('joins what would touch into one in their middle, newest first', () => {
    expect(clusterMarks([['a'], ['b'], ['c']], [50, 70, 120])).toEqual([
      { x: 60, from: 0, to: 1, changes: ['b', 'a'] },
      { x: 120, from: 2, to: 2, changes: ['c'] },
    ]);
  });

  it.each([3, 7, 11, 19, 27, 28, 40])('at %i pixels a day no two buttons touch and nothing is lost', (step) => {
    const days = Array.from({ length: 60 }, (_, day) => day);
    const buckets = days.map((day) => (day % 3 === 0 || day % 7 === 1 ? [`${day}a`, `${day}b`] : []));
    const clusters = clusterMarks(
      buckets,
      days.map((day) => 40 + day * step),
    );
    for (const [at, cluster] of clusters.entries()) {
      expect(cluster.x - (clusters[at - 1]?.x ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(leastDistance);
      expect(cluster.x).toBeGreaterThanOrEqual(40 + cluster.from * step);
      expect(cluster.x).toBeLessThanOrEqual(40 + cluster.to * step);
    }
    expect(clusters.flatMap(({ changes }) => changes).sort()).toEqual(buckets.flat().sort());
    expect(clusters.length === buckets.filter(({ length }) => length > 0).length).toBe(step >= leastDistance);
  });

  it('is empty while the places are not known', () => {
    expect(clusterMarks([['a']], [])).toEqual([]);
    expect(clusterMarks([['a']], [Number.NaN])).toEqual([]);
  });
});

describe('the words of a change', () => {
  const title = (part: Partial<Change>) => titleOfChange({ ...change(part), currency: 'USD' });

  it('say what was and what is', () => {
    expect(title({})).toBe('Daily cap $50.00 → $60.00');
    expect(title({ field: 'cpt_bid', old: null, new: 0.9 })).toBe('CPT bid none → $0.90');
    expect(title({ old: 1200, new: 1200.5 })).toBe('Daily cap $1,200 → $1,200.5');
    expect(title({ field: 'status', old: 'ENABLED', new: 'PAUSED' })).toBe('Paused');
    expect(title({ field: 'search_match', old: true, new: false })).toBe('Search match off');
    expect(titleOfChange({ ...change(), currency: 'PLN' })).toBe('Daily cap PLN 50.00 → PLN 60.00');
  });

  it('name the object, and where it is when it is inside a line', () => {
    expect(describeChange(change(), 'campaign')).toBe('US Brand');
    expect(describeChange(change(inGroup), 'campaign')).toBe('All in US Brand');
    expect(describeChange(change(ofKeyword), 'campaign')).toBe('“sleep” in All, US Brand');
    expect(describeChange(change(ofKeyword), 'ad_group')).toBe('“sleep” in All');
    expect(describeChange(change(ofKeyword), 'keyword')).toBe('sleep');
  });

  it('are of settings the level has', () => {
    expect(fieldsAt('campaign', false)).toEqual(['status', 'daily_cap', 'budget', 'target_cpa']);
    expect(fieldsAt('keyword', false)).toEqual(['status', 'cpt_bid']);
    expect(fieldsAt('ad_group', true)).toEqual(['status', 'cpt_bid', 'cpa_goal', 'search_match']);
  });
});
