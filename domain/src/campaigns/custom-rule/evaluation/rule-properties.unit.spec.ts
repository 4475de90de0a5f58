import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestAmount } from '../../../shared/money/amount.ts';
import { truthOf } from '../conditions/evaluate-case.ts';
import { customRuleField } from '../definition/custom-rule.ts';
import { ruleMetricOf } from '../definition/rule-metrics.ts';
import { testsOf } from '../definition/windows.ts';
import { planRule } from './plan-rule.ts';
import { cents, type RandomWorld, randomWorlds } from './random-world.fixture.ts';
import { dataOf, evaluated, evaluateInFull, figuresOf, unitOf, units, windowOf } from './sample-world.fixture.ts';

const run = ({ rule, data }: RandomWorld) => evaluateInFull({ id: 5, rule, casesSince: 0 }, data);
const resultOf = (world: RandomWorld) => {
  const { verdicts, counts, held, withoutFigures } = run(world);
  return { verdicts, counts, held, withoutFigures };
};
const reversed = <Key, Value>(map: ReadonlyMap<Key, Value>): Map<Key, Value> => new Map([...map].reverse());

const always = { metric: 'age_days', op: '>=', value: 0 };

describe('any rule over any figures', () => {
  it('comes to the same on repeat, in any order of rows, and after a round trip through JSON', () => {
    fc.assert(
      fc.property(randomWorlds, ({ rule, data }) => {
        const expected = resultOf({ rule, data });
        const shuffled = {
          ...data,
          units: [...data.units].reverse(),
          figures: reversed(
            new Map([...data.figures].map(([key, window]) => [key, { ...window, units: reversed(window.units) }])),
          ),
        };
        expect(resultOf({ rule, data: shuffled })).toEqual(expected);
        expect(resultOf({ rule: customRuleField.parse(JSON.parse(JSON.stringify(rule))), data })).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('gives each unit one verdict, and counts that sum to the units', () => {
    fc.assert(
      fc.property(randomWorlds, (world) => {
        const { verdicts, counts } = run(world);
        expect(verdicts.map(({ key }) => key).sort()).toEqual(world.data.units.map(({ key }) => key).sort());
        const { checked, ...others } = counts;
        expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(checked);
        expect(checked).toBe(verdicts.length);
      }),
      { numRuns: 50 },
    );
  });

  it('decides by the first case that its tests do not find false', () => {
    fc.assert(
      fc.property(randomWorlds, (world) => {
        const cases = planRule(world.rule, 'USD');
        for (const { case: index, tests, verdict } of run(world).verdicts) {
          const truths = cases.map(({ conditions: { root } }, caseIndex) =>
            truthOf(
              root,
              tests.filter(({ path }) => path.startsWith(`cases[${caseIndex}].when`)),
            ),
          );
          const deciding = truths.findIndex((truth) => truth !== false);
          expect(index).toBe(deciding === -1 ? null : deciding);
          if (deciding === -1) expect(verdict).toBe('no_match');
          else if (truths[deciding] === null) expect(verdict).toBe('no_data');
          else expect(verdict).not.toBe('no_match');
        }
      }),
      { numRuns: 50 },
    );
  });

  it('acts on nothing that an unknown test would decide', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(randomWorlds, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (world, guesses) => {
        const cases = planRule(world.rule, 'USD');
        for (const verdict of run(world).verdicts) {
          seen.add(verdict.verdict);
          if (verdict.verdict !== 'acted') continue;
          const planned = cases[verdict.case ?? -1]?.conditions;
          const tests = verdict.tests.filter(({ path }) => path.startsWith(`cases[${verdict.case}].when`));
          const guessed = tests.map((test, index) => ({ ...test, result: test.result ?? guesses[index] ?? false }));
          expect(planned && truthOf(planned.root, guessed)).toBe(true);
        }
      }),
      { numRuns: 120 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['acted', 'no_match', 'no_data']));
  });

  it('changes amounts only the way it says, within its limits, on the grid of the currency, and never to 0', () => {
    let changes = 0;
    fc.assert(
      fc.property(randomWorlds, ({ rule, data }) => {
        fc.pre(rule.level !== 'search_term');
        const cases = rule.cases.map((ruleCase) => ({ ...ruleCase, when: always }));
        const world = { data, rule: customRuleField.parse({ ...rule, cases }) };
        for (const { case: index, actions } of run(world).verdicts) {
          for (const { do: name, old, new: set } of actions) {
            const action = world.rule.cases[index ?? -1]?.then.find((other) => other.do === name);
            if (action === undefined || !('how' in action) || typeof set !== 'number' || typeof old !== 'number')
              continue;
            changes += 1;
            expect(set).toBeGreaterThanOrEqual(Math.max(units(action.min ?? 0), smallestAmount('USD')));
            expect(set).toBeLessThanOrEqual(units(action.max ?? 1e9));
            expect(set % smallestAmount('USD')).toBe(0);
            if (action.how === 'raise') expect(set).toBeGreaterThan(old);
            if (action.how === 'lower') expect(set).toBeLessThan(old);
            expect(set).not.toBe(old);
          }
        }
      }),
      { numRuns: 120 },
    );
    expect(changes).toBeGreaterThan(40);
  });

  it('never acts for ratios alone on units without figures', () => {
    fc.assert(
      fc.property(randomWorlds, ({ rule, data }) => {
        const isOfRatios = rule.cases.every(({ when }) =>
          testsOf(when).every(
            ({ metric, op, of }) =>
              ruleMetricOf(metric)?.from.kind === 'ratio' && of === 'self' && op !== 'empty' && op !== 'not_empty',
          ),
        );
        fc.pre(isOfRatios);
        for (const { verdict } of run({ rule, data: { ...data, figures: new Map() } }).verdicts) {
          expect(verdict).toBe('no_data');
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe('a target bid', () => {
  it('never comes from fewer taps or counts than their floors', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.nat({ max: 12 }), cents(1, 400), (taps, installs, bid) => {
        const then = [{ do: 'bid', how: 'target', of: 'cpa', value: 3, window: '14d', min: 0.01, max: 9 }];
        const figures = new Map([['14d', windowOf({ '700:710:720': figuresOf({ taps, installs, spend: units(5) }) })]]);
        const [verdict] = evaluated(
          { cases: [{ when: { metric: 'age_days', op: '>=', value: 0 }, then }] },
          { figures, units: [unitOf({}, bid)] },
        ).verdicts;
        expect(verdict?.verdict === 'no_data').toBe(taps < 20 || installs < 5);
      }),
    );
  });
});

describe('money in another denomination', () => {
  const ruleOf = (c: number, limit: number) => ({
    cases: [
      {
        when: {
          any: [
            { metric: 'cpa', window: '7d', op: '>', value: Math.round(100 * limit * c) / 100 },
            { metric: 'spend', window: '7d', op: '<', value: Math.round(300 * limit * c) / 100 },
          ],
        },
        then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.5 * c, max: 20 * c }],
      },
      {
        when: { metric: 'cpt', window: '7d', op: '<=', than: { metric: 'cpt_bid', times: 0.5, plus: 0.1 * c } },
        then: [
          {
            do: 'bid',
            how: 'target',
            of: 'cpa',
            value: Math.round(100 * limit * c) / 100,
            window: '7d',
            min: 0.5 * c,
            max: 20 * c,
          },
        ],
      },
    ],
    guards: { floors: { spend: 10 * c } },
  });
  it('gives the same verdicts, and bids as many times as high', () => {
    const rows = {
      taps: fc.nat({ max: 200 }),
      installs: fc.nat({ max: 40 }),
      spend: cents(0, 20_000),
      bid: cents(100, 900),
    };
    fc.assert(
      fc.property(fc.record(rows), cents(100, 900), fc.constantFrom(10, 100, 1000), (row, limit, c) => {
        const { taps, installs, spend, bid } = row;
        const at = (times: number) => {
          const figures = new Map([
            ['7d', windowOf({ '700:710:720': figuresOf({ taps, installs, spend: units(spend * times) }) })],
          ]);
          return evaluated(ruleOf(times, limit), { figures, units: [unitOf({}, bid * times)] }).verdicts[0];
        };
        const base = at(1);
        const scaled = at(c);
        expect([scaled?.verdict, scaled?.case]).toEqual([base?.verdict, base?.case]);
        const from = base?.actions[0]?.new;
        const to = scaled?.actions[0]?.new;
        if (typeof from === 'number') expect(Math.abs(Number(to) - from * c)).toBeLessThanOrEqual(5_000 * c);
      }),
      { numRuns: 120 },
    );
  });
});

describe('cases', () => {
  it('that exclude each other act as separate rules would; otherwise the first true one decides', () => {
    const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.01, max: 20 };
    const raise = { ...lower, how: 'raise' };
    const case1 = (limit: number) => ({ when: { metric: 'taps', window: '7d', op: '<', value: limit }, then: [lower] });
    const case2 = (limit: number) => ({
      when: { metric: 'taps', window: '7d', op: '>=', value: limit },
      then: [raise],
    });
    fc.assert(
      fc.property(fc.nat({ max: 50 }), fc.nat({ max: 50 }), fc.nat({ max: 50 }), (taps, low, high) => {
        const figures = new Map([['7d', windowOf({ '700:710:720': figuresOf({ taps }) })]]);
        const act = (...cases: object[]) => evaluated({ cases }, { figures }).verdicts[0];
        const both = act(case1(low), case2(high));
        const first = act(case1(low));
        const second = act(case2(high));
        const decided = first?.verdict === 'acted' ? first : second;
        expect(both?.verdict).toBe(decided?.verdict);
        expect(both?.actions).toEqual(decided?.actions);
      }),
    );
  });
});

describe('the share that holds a run', () => {
  it('holds exactly when it is passed by at least 20 units', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 60 }),
        fc.nat({ max: 60 }),
        fc.nat({ max: 20 }),
        fc.integer({ min: 5, max: 100 }),
        (match, other, without, share) => {
          const rows = [...Array(match).fill(50), ...Array(other).fill(10), ...Array(without).fill(0)];
          const keys = rows.map((_, index) => `700:710:${index + 1}`);
          const figures = new Map([
            [
              '7d',
              windowOf(
                Object.fromEntries(
                  keys.map((key, index) => [
                    key,
                    figuresOf({ installs: rows[index] > 0 ? 10 : 0, spend: units(rows[index]) }),
                  ]),
                ),
              ),
            ],
          ]);
          const rule = {
            cases: [
              { when: { metric: 'cpa', window: '7d', op: '>', value: 3 }, then: [{ do: 'status', to: 'paused' }] },
            ],
            guards: { max_share: share / 100 },
          };
          const { held } = evaluated(rule, { ...dataOf(), units: keys.map((key) => unitOf({ key })), figures });
          const isHeld = match >= 20 && match * 100 > share * (match + other);
          expect(held).toEqual(isHeld ? { would: match, judged: match + other } : null);
        },
      ),
      { numRuns: 60 },
    );
  });
});
