import type { Change } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { customVerdict, verdictTest } from '../../../../../testing/fixtures/custom-rule-fixtures.ts';
import type { VerdictTest } from '../../api/custom-rule-types.ts';
import { computedText } from '../verdicts/change-texts.ts';
import { decidingTest } from '../verdicts/verdict-texts.ts';
import { daysOfChanges } from './run-changes.ts';
import { whyCases } from './why-rows.ts';

const linesOf = (paths: readonly string[]) =>
  whyCases(paths.map((path) => verdictTest({ path, result: false }))).map(({ index, word, rows }) => ({
    index,
    word,
    rows: rows.map(
      (row) => `${'  '.repeat(row.depth)}${row.kind === 'group' ? row.word : row.isFirst ? 'first' : 'test'}`,
    ),
  }));

describe('the tree of conditions', () => {
  it('is that of the paths, with the first condition that failed marked', () => {
    expect(
      linesOf([
        'cases[0].when.all[0]',
        'cases[0].when.all[1].any[0]',
        'cases[0].when.all[1].any[1].not',
        'cases[1].when.not.any[0]',
        'cases[2].when',
        'cases[3].when.not',
      ]),
    ).toEqual([
      { index: 0, word: 'all', rows: ['first', 'any', '  test', '  not', '    test'] },
      { index: 1, word: 'none', rows: ['test'] },
      { index: 2, word: null, rows: ['test'] },
      { index: 3, word: null, rows: ['not', '  test'] },
    ]);
  });
});

describe('the condition that kept a unit from a change', () => {
  const spent = verdictTest({ path: 'cases[0].when.all[0]', metric: 'spend', value: 3, limit: 1, result: true });
  const inNone = (value: number) =>
    verdictTest({
      path: 'cases[0].when.all[1].not.any[0]',
      metric: 'installs',
      value,
      limit: 400,
      result: value > 400,
      gap: value > 400 ? null : 400 - value,
    });
  const rare = verdictTest({ path: 'cases[0].when.all[2]', metric: 'taps', value: 2, limit: 9, result: false, gap: 7 });
  const markedOf = (...tests: readonly VerdictTest[]) =>
    whyCases(tests)
      .flatMap(({ rows }) => rows)
      .flatMap((row) => (row.kind === 'test' && row.isFirst ? [row.test.metric] : []));

  it('is none of those that must not be true, and are not', () => {
    expect(markedOf(spent, inNone(2), rare)).toEqual(['taps']);
    expect(markedOf(spent, inNone(500), rare)).toEqual(['installs']);
    const left = customVerdict('sleep', { verdict: 'no_match', case: 0, tests: [spent, inNone(2), rare] });
    expect(decidingTest(left)?.metric).toBe('taps');
    expect(decidingTest({ ...left, tests: [spent, inNone(500), rare] })?.metric).toBe('installs');
  });
});

describe('an amount as it was computed', () => {
  it.each([
    [0.711, 'USD', '0.711'],
    [1.1666667, 'USD', '1.1667'],
    [2, 'USD', '2.00'],
    [1.08, 'USD', '1.08'],
    [120.36, 'JPY', '120.36'],
    [132, 'JPY', '132'],
  ])('of %d %s is %s', (value, currency, text) => {
    expect(computedText(value, currency)).toBe(text);
  });
});

const change = (overrides: Partial<Change>): Change => ({
  id: '1',
  at: '2026-11-20T09:00:00.000Z',
  seen_at: '2026-11-20T09:00:00.000Z',
  day: '2026-11-20',
  actor_kind: 'rule',
  actor: 'Rule Bids',
  outside: null,
  change_id: null,
  undoes: null,
  undone_by: null,
  outcome: 'changed',
  reason: null,
  message: null,
  level: 'keyword',
  campaign_id: 501,
  ad_group_id: 601,
  keyword_id: 1,
  name: 'sleep',
  campaign_name: 'US Brand',
  ad_group_name: 'sleep',
  field: 'cpt_bid',
  old: 1,
  new: 1.1,
  alike: 1,
  ...overrides,
});

describe('changes of a rule by day', () => {
  it('count what it raised or started and what it lowered or paused, and nothing else', () => {
    const made = { actor_kind: 'rule', actor: 'Rule Bids', day: '2026-11-20', outcome: 'changed' } as const;
    const changes = [
      change({ ...made, old: 1, new: 1.1 }),
      change({ ...made, old: 1.1, new: 1 }),
      change({ ...made, field: 'status', old: 'ENABLED', new: 'PAUSED' }),
      change({ ...made, field: 'status', old: 'PAUSED', new: 'ENABLED' }),
      change({ ...made, field: 'label', old: null, new: 'Spends without installs' }),
      change({ ...made, field: 'negative', old: null, new: 'white noise' }),
      change({ ...made, actor: 'Another', old: 1, new: 2 }),
      change({ ...made, outcome: 'refused', old: 1, new: 2 }),
    ];
    expect(daysOfChanges(changes, (actor) => actor === 'Rule Bids', ['2026-11-19', '2026-11-20'])).toEqual([
      { day: '2026-11-19', raised: 0, lowered: 0 },
      { day: '2026-11-20', raised: 2, lowered: 2 },
    ]);
  });
});
