import { describe, expect, it } from 'vitest';
import type { Figures } from '../evaluation/evaluation-data.ts';
import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import {
  evaluated,
  figuresOf,
  ruleOf,
  unitOf,
  units,
  verdictOn,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import { truthOf } from './evaluate-case.ts';
import type { Truth } from './evaluate-test.ts';
import { type PlannedNode, planCase } from './plan-conditions.ts';

const key = '700:710:720';
const pause = { do: 'status', to: 'paused' };
const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.1, max: 9 };
const test = (metric: string, op: string, value: number, others: object = {}) => ({
  metric,
  window: '7d',
  op,
  value,
  ...others,
});
const week = (sums: object, scope?: Figures, parents?: Record<string, Figures>) =>
  new Map([['7d', windowOf({ [key]: figuresOf(sums) }, scope, parents)]]);

describe('cases', () => {
  it('are asked in order, and the first true one alone acts', () => {
    const cases = [
      { when: test('taps', '>=', 10), then: [lower] },
      { when: test('taps', '>=', 5), then: [pause] },
    ];
    const at = (taps: number) => verdictOn({ cases }, { figures: week({ taps }) });
    expect(at(10)).toMatchObject({ case: 0, actions: [{ do: 'bid' }], tests: [{ path: 'cases[0].when' }] });
    expect(at(10).tests).toHaveLength(1);
    expect(at(7)).toMatchObject({ case: 1, actions: [{ do: 'status' }] });
    expect(at(7).tests).toHaveLength(2);
    expect(at(1).case).toBeNull();
  });
  it('end with the first that is not known', () => {
    const cases = [
      { when: test('cpa', '<', 3), then: [lower] },
      { when: test('taps', '>=', 5), then: [pause] },
    ];
    expect(verdictOn({ cases }, { figures: week({ taps: 90, installs: 2, spend: units(4) }) })).toMatchObject({
      verdict: 'no_data',
      case: 0,
      message: 'needs 3 more installs',
    });
  });
});

describe('late and restated figures (8.3)', () => {
  const cases = [
    {
      when: { all: [test('spend', '>=', 20, { window: '3d' }), test('installs', '=', 0, { window: '3d' })] },
      then: [pause],
    },
  ];
  const on = (spend: number, installs: number, others = {}) =>
    evaluated(
      { cases },
      { figures: new Map([['3d', windowOf({ [key]: figuresOf({ spend: units(spend), installs }) })]]), ...others },
    );
  it('are judged as they were known', () => {
    const run = on(21.7, 0, {
      asOf: Date.parse('2026-11-12T08:00:00.000Z'),
      days: { ads: '2026-11-11', people: null, predictions: null, search_terms: null, impression_share: null },
    });
    expect(run.verdicts[0]).toMatchObject({ verdict: 'acted', tests: [{ from: '2026-11-09', to: '2026-11-11' }, {}] });
    expect(on(20.85, 1).verdicts[0]?.verdict).toBe('no_match');
    expect(on(21.7, 0, { units: [] }).verdicts).toEqual([]);
  });
});

describe('a test', () => {
  const resultOf = (when: object, data: object) => verdictOn({ cases: [{ when, then: [pause] }] }, data).tests[0];
  it('takes no traffic as zeros for sums, and as nothing known for ratios', () => {
    const figures = new Map([['7d', windowOf({})]]);
    expect(resultOf(test('spend', '=', 0), { figures })?.result).toBe(true);
    expect(resultOf(test('cpa', '<', 3), { figures })).toMatchObject({
      result: null,
      why: 'no_denominator',
      needs: { metric: 'installs', more: 5 },
    });
    expect(resultOf({ metric: 'cpa', window: '7d', op: 'empty' }, { figures })?.result).toBe(true);
    expect(resultOf({ metric: 'spend', window: '7d', op: 'not_empty' }, { figures })?.result).toBe(true);
  });
  it('compares with a parent, with all units together, and with another time range', () => {
    const sums = { taps: 100, installs: 10, spend: units(50) };
    const parents = {
      '700': figuresOf({ installs: 100, spend: units(400) }),
      '700:710': figuresOf({ installs: 50, spend: units(300) }),
    };
    const figures = week(sums, figuresOf({ installs: 1000, spend: units(4500) }), parents);
    const than = (of: string, times = 1) =>
      resultOf({ metric: 'cpa', window: '7d', op: '>', than: { of, times } }, { figures });
    expect(than('campaign')).toMatchObject({ result: true, value: units(5), limit: units(4) });
    expect(than('ad_group')).toMatchObject({ result: false, limit: units(6), gap: units(1) });
    expect(than('scope', 1.2)).toMatchObject({ result: false, limit: units(5.4) });
    const days = new Map([
      ['1d', windowOf({ [key]: figuresOf({ spend: units(15) }) })],
      ['14d-1', windowOf({ [key]: figuresOf({ spend: units(140) }) })],
    ]);
    const jump = (times: number) =>
      resultOf(
        { metric: 'spend', window: '1d', op: '>', than: { window: '14d-1', per_day: true, times } },
        { figures: days },
      );
    expect(jump(1.5)).toMatchObject({ result: false, gap: 0, value: units(15), limit: units(15) });
    expect(jump(1.499_999)?.result).toBe(true);
  });
  it('adds what an operand adds', () => {
    const figures = week({ taps: 30, installs: 10 });
    const when = { metric: 'taps', window: '7d', op: '=', than: { metric: 'installs', times: 2, plus: 10 } };
    expect(resultOf(when, { figures })).toMatchObject({ result: true, limit: 30 });
  });
  it('includes the ends of a range', () => {
    const between = (taps: number, op = 'between') =>
      resultOf({ metric: 'taps', window: '7d', op, values: [3, 5] }, { figures: week({ taps }) })?.result;
    expect([2, 3, 5, 6].map((taps) => between(taps))).toEqual([false, true, true, false]);
    expect([2, 3, 5, 6].map((taps) => between(taps, 'outside'))).toEqual([true, false, false, true]);
  });
  it('divides amounts of one day by the days of its range', () => {
    expect(resultOf(test('spend', '>=', 2, { per_day: true }), { figures: week({ spend: units(14) }) })).toMatchObject({
      result: true,
      value: units(2),
    });
  });
  it('takes its own floor before that of the rule, on both sides', () => {
    const guarded = (floors: unknown, floor?: number) =>
      verdictOn(
        {
          cases: [{ when: { ...test('cpa', '<', 9), ...(floor === undefined ? {} : { floor }) }, then: [pause] }],
          guards: { floors },
        },
        { figures: week({ installs: 4, spend: units(8) }) },
      ).tests[0]?.result;
    expect([
      guarded(true),
      guarded(false),
      guarded({ installs: 4 }),
      guarded({ taps: 1 }),
      guarded(true, 4),
      guarded(false, 5),
    ]).toEqual([null, true, true, null, true, null]);
    const both = resultOf(
      { metric: 'cpa', window: '7d', op: '<', floor: 4, than: { of: 'scope' } },
      { figures: week({ installs: 4, spend: units(8) }, figuresOf({ installs: 3, spend: units(90) })) },
    );
    expect(both).toMatchObject({ result: null, why: 'floor', needs: { more: 1 } });
  });
  it('reads settings and states of the unit as it is now', () => {
    const state = (metric: string, value: number, unit = {}) => {
      const verdict = verdictOn(
        { level: 'campaign', cases: [{ when: { metric, op: '>=', value }, then: [pause] }] },
        { units: [unitOf({ key: '700', ...unit })] },
      );
      return verdict.tests[0];
    };
    expect(state('age_days', 1)).toMatchObject({ value: 324, result: true });
    expect(state('keywords', 3, { keywords: 3 })?.result).toBe(true);
    const budget = { spentToday: units(9), settings: { ...unitOf().settings, dailyCap: units(10) } };
    expect(state('budget_used', 0.9, budget)).toMatchObject({ value: 0.9, result: true });
    expect(state('budget_used', 0.9)).toMatchObject({ result: null, why: 'not_known' });
    expect(state('hours_since_change', 24, { createdAt: Date.parse('2026-11-20T08:00:00.000Z') })).toMatchObject({
      value: 24,
      result: true,
    });
  });
});

describe('conditions with three values', () => {
  const truths: readonly Truth[] = [true, false, null];
  const { cases } = ruleOf({
    cases: [{ when: { all: [test('taps', '>', 1), test('installs', '>', 1)] }, then: [pause] }],
  });
  const leaves = cases.flatMap(
    (ruleCase) => planCase(ruleCase, 0, { level: 'keyword', guards: ruleOf({ cases }).guards, currency: 'USD' }).tests,
  );
  const results = (values: readonly Truth[]): TestVerdict[] => {
    const verdict = verdictOn({ cases: [{ when: test('taps', '>', 1), then: [pause] }] }, { figures: week({}) })
      .tests[0];
    return verdict === undefined ? [] : values.map((result) => ({ ...verdict, result }));
  };
  const not = (node: PlannedNode): PlannedNode => ({ kind: 'not', node });
  const pairs = truths.flatMap((left) => truths.map((right) => [left, right] as const));
  it.each(pairs)('follow De Morgan, and no order, for %s and %s', (left, right) => {
    const tests = results([left, right]);
    const truth = (node: PlannedNode): Truth => truthOf(node, tests);
    const inverse = leaves.map(not);
    expect(truth(not({ kind: 'all', nodes: leaves }))).toBe(truth({ kind: 'any', nodes: inverse }));
    expect(truth(not({ kind: 'any', nodes: leaves }))).toBe(truth({ kind: 'all', nodes: inverse }));
    expect(truth(not(not({ kind: 'all', nodes: leaves })))).toBe(truth({ kind: 'all', nodes: leaves }));
    const turned = [...leaves].reverse();
    expect(truth({ kind: 'all', nodes: turned })).toBe(truth({ kind: 'all', nodes: leaves }));
    expect(truth({ kind: 'any', nodes: turned })).toBe(truth({ kind: 'any', nodes: leaves }));
    const decides = left === false || right === false ? false : left === null || right === null ? null : true;
    expect(truth({ kind: 'all', nodes: leaves })).toBe(decides);
  });
});
