import { describe, expect, it } from 'vitest';
import { frozenValues } from './forecast.ts';
import { runSlot, simulatedWorld } from './rule-simulation.fixture.ts';
import {
  dataOf,
  evaluated,
  evaluateInFull,
  figuresOf,
  noMemory,
  ruleOf,
  unitOf,
  units,
  verdictOn,
  versionOf,
  windowOf,
} from './sample-world.fixture.ts';

const key = '700:710:720';

describe('zero and thin data (8.1)', () => {
  const rule = {
    cases: [
      {
        when: { metric: 'cpt_bid', op: 'not_empty' },
        then: [{ do: 'bid', how: 'target', of: 'cpa', value: 3, window: '14d', min: 0.3, max: 2.5, step: 25 }],
      },
    ],
  };
  it.each([
    ['a', 180, 70, 1, 'acted', 1.17, null],
    ['b', 0, 0, 0.8, 'no_data', 'needs 20 more taps', null],
    ['c', 19, 6, 0.9, 'no_data', 'needs 1 more tap', null],
    ['d', 40, 2, 0.7, 'no_data', 'needs 3 more installs', null],
    ['e', 200, 20, 1, 'acted', 0.75, 'step'],
    ['f', 60, 45, 2.2, 'acted', 2.25, null],
    ['g', 120, 118, 2.4, 'acted', 2.5, 'max'],
    ['h', 400, 20, 0.35, 'acted', 0.3, 'min'],
  ] as const)('%s: %d taps, %d installs at a bid of %d: %s %s', (_, taps, installs, bid, verdict, expected, limit) => {
    const figures = new Map([['14d', windowOf({ [key]: figuresOf({ taps, installs, spend: units(1) }) })]]);
    const result = verdictOn(rule, { units: [unitOf({}, bid)], figures });
    expect(result.verdict).toBe(verdict);
    if (typeof expected === 'string') expect(result.message).toBe(expected);
    else {
      expect(result.actions).toMatchObject([{ old: units(bid), new: units(expected), limited_by: limit }]);
    }
  });
  it('computes 0.2625 for h before the lowest bid binds, and 1.166667 for a', () => {
    const at = (taps: number, installs: number, bid: number) => {
      const figures = new Map([['14d', windowOf({ [key]: figuresOf({ taps, installs }) })]]);
      return verdictOn(rule, { units: [unitOf({}, bid)], figures }).actions[0]?.computed;
    };
    expect(at(180, 70, 1)).toBe(1_166_667);
    expect(at(400, 20, 0.35)).toBe(150_000);
  });
  it('i: skips what Apple sets, after the conditions', () => {
    const always = { ...rule, cases: [{ ...rule.cases[0], when: { metric: 'age_days', op: '>=', value: 0 } }] };
    const unit = unitOf({ bidsSetByService: true }, null);
    expect(verdictOn(always, { units: [unit] })).toMatchObject({ verdict: 'skipped', reason: 'max_conversions' });
    expect(verdictOn(rule, { units: [unit] })).toMatchObject({ verdict: 'no_match' });
  });
});

describe('the same week, again (8.2)', () => {
  const rule = (guards: object) => ({
    cases: [
      {
        when: { metric: 'cpa', window: '7d', op: '<', value: 3 },
        then: [{ do: 'bid', how: 'raise', percent: 5, min: 0.1, max: 10 }],
      },
    ],
    guards,
  });
  const figures = new Map([['7d', windowOf({ [key]: figuresOf({ installs: 10, spend: units(20), taps: 50 }) })]]);
  const frozen = (guards: object, id: number | null) => {
    const version = versionOf(rule(guards), { id });
    const data = dataOf({ figures });
    const { verdicts } = evaluateInFull(version, data, noMemory);
    return frozenValues(version, data, noMemory, verdicts)[0]?.values;
  };
  it('changes once in a cool-down that is as long as the evidence', () => {
    expect(frozen({}, 5)).toEqual(Array.from({ length: 7 }, () => 1_050_000));
    expect(frozen({ cooldown_days: 6 }, 5)?.at(-1)).toBe(1_100_000);
  });
  it.each([5, null])('compounds with a cool-down of a day, and shows a draft so before it is saved', (id) => {
    expect(frozen({ cooldown_days: 1 }, id)).toEqual([1.05, 1.1, 1.16, 1.22, 1.28, 1.34, 1.41].map(units));
  });
  it('says on each day between when the cool-down ends, and acts on the eighth', () => {
    let world = simulatedWorld([unitOf()]);
    const days = Array.from({ length: 8 }, (_, later) => {
      const slot = runSlot(world, [versionOf(rule({}))], dataOf().asOf + later * 86_400_000, { figures });
      world = slot.world;
      const [verdict] = slot.runs[0]?.verdicts ?? [];
      return [verdict?.reason ?? verdict?.verdict, verdict?.actions[0]?.computed, world.units[0]?.settings.cptBid];
    });
    expect(days[0]).toEqual(['acted', 1_050_000, units(1.05)]);
    for (const day of days.slice(1, 7)) expect(day).toEqual(['cooldown', expect.any(Number), units(1.05)]);
    expect(days[7]).toEqual(['acted', 1_102_500, units(1.1)]);
  });
  it('has no value on weekdays on which it does not run', () => {
    const weekend = { ...rule({ cooldown_days: 1 }), schedule: { weekdays: [6] } };
    const version = versionOf(weekend);
    const data = dataOf({ figures });
    const { verdicts } = evaluateInFull(version, data, noMemory);
    expect(frozenValues(version, data, noMemory, verdicts)[0]?.values).toEqual(
      Array.from({ length: 7 }, () => 1_050_000),
    );
  });
});

describe('yen (8.7)', () => {
  const yen = {
    currency: { application: 'USD', settings: 'JPY' },
    rate: { numerator: 100, denominator: 15_025 },
  } as const;
  const always = { metric: 'age_days', op: '>=', value: 0 };
  const bid = (action: object, installs = 0) =>
    verdictOn(
      { cases: [{ when: always, then: [{ do: 'bid', min: 1, max: 1000, ...action }] }] },
      {
        ...yen,
        units: [unitOf({}, 120)],
        figures: new Map([['7d', windowOf({ [key]: figuresOf({ taps: 210, installs, spend: units(188.6) }) })]]),
      },
    ).actions[0];
  it('rounds to whole yen, and steps by at least one', () => {
    expect(bid({ how: 'raise', percent: 10 })?.new).toBe(units(132));
    expect(bid({ how: 'raise', percent: 0.3 })?.new).toBe(units(121));
    expect(bid({ how: 'lower', percent: 0.3 })?.new).toBe(units(119));
  });
  it('says what was computed before it was rounded', () => {
    expect(bid({ how: 'raise', percent: 0.3 })?.computed).toBe(120_360_000);
    expect(bid({ how: 'lower', percent: 0.3 })?.computed).toBe(119_640_000);
  });
  it('converts what a tap is worth at the rate of the day', () => {
    const target = { how: 'target', of: 'cpa', value: 3, window: '7d', step: 10 };
    expect(bid(target, 63)).toMatchObject({ computed: 135_225_000, new: units(132), limited_by: 'step' });
  });
  it('compares a figure with a goal without rounding', () => {
    const below = (spend: number) =>
      verdictOn(
        {
          level: 'ad_group',
          cases: [
            {
              when: { metric: 'cpa', window: '7d', op: '<', than: { metric: 'cpa_goal' } },
              then: [{ do: 'status', to: 'paused' }],
            },
          ],
        },
        {
          ...yen,
          units: [unitOf({ key: '700:710', settings: { ...unitOf().settings, cpaGoal: units(450) } })],
          figures: new Map([['7d', windowOf({ '700:710': figuresOf({ installs: 63, spend: units(spend) }) })]]),
        },
      );
    const verdict = below(188.6);
    expect(verdict.tests[0]).toMatchObject({ result: true, value: 2_993_651, limit: 2_995_008 });
    expect(verdict.verdict).toBe('acted');
    // 450 JPY at 150.25 for 63 installs are 188.685524… USD.
    expect(below(188.685_525).tests[0]?.result).toBe(false);
    expect(below(188.685_524).tests[0]?.result).toBe(true);
  });
});

describe('three values (8.9)', () => {
  const rule = {
    cases: [
      {
        when: {
          any: [
            { metric: 'cpa', window: '7d', op: '<', value: 3 },
            {
              all: [
                { metric: 'spend', window: '7d', op: '>=', value: 20 },
                { not: { metric: 'installs', window: '7d', op: '>=', value: 1 } },
              ],
            },
          ],
        },
        then: [{ do: 'status', to: 'paused' }],
      },
    ],
  };
  it.each([
    [24, 0, 'acted', null, [null, true, false]],
    [12, 0, 'no_data', 'needs 5 more installs', [null, false, false]],
    [12, 4, 'no_data', 'needs 1 more install', [null, false, true]],
    [15, 5, 'no_match', 'CPA is exactly 3.00', [false, false, true]],
    [14.99, 5, 'acted', null, [true, false, true]],
  ] as const)('spend %d, installs %d: %s', (spend, installs, verdict, message, results) => {
    const figures = new Map([['7d', windowOf({ [key]: figuresOf({ installs, spend: units(spend) }) })]]);
    const result = verdictOn(rule, { figures });
    expect(result).toMatchObject({ verdict, message });
    expect(result.tests.map((test) => test.result)).toEqual(results);
  });
  it.each([
    ['>', 5.01, 0, true],
    ['>', 5, 0, null],
    ['>=', 5, 0, true],
    ['>', 20, 2, true],
    ['>', 8, 2, null],
    ['<', 20, 2, false],
    ['<', 8, 2, null],
  ] as const)(
    'a cost that counts as that of one, %s 5: spend %d, installs %d is %s',
    (op, spend, installs, expected) => {
      const test = { metric: 'cpa', window: '7d', op, value: 5, floor: 5, at_least: true };
      const figures = new Map([['7d', windowOf({ [key]: figuresOf({ installs, spend: units(spend) }) })]]);
      const verdict = verdictOn({ cases: [{ when: test, then: [{ do: 'status', to: 'paused' }] }] }, { figures });
      expect(verdict.tests[0]?.result).toBe(expected);
      if (spend === 5.01) expect(verdict.sentence).toContain('CPA at least 5.01 above 5.00');
    },
  );
});

describe('too many (8.10)', () => {
  const rule = {
    cases: [{ when: { metric: 'cpa', window: '7d', op: '>', value: 3 }, then: [{ do: 'status', to: 'paused' }] }],
  };
  const run = (matching: number, judged: number, all: number) => {
    const keys = Array.from({ length: all }, (_, index) => `700:710:${1000 + index}`);
    const rows = keys.map((unitKey, index): [string, ReturnType<typeof figuresOf>] => [
      unitKey,
      figuresOf({ installs: index < judged ? 10 : 0, spend: units(index < matching ? 50 : 10) }),
    ]);
    const figures = new Map([['7d', windowOf(Object.fromEntries(rows))]]);
    return evaluated(rule, { units: keys.map((unitKey) => unitOf({ key: unitKey })), figures });
  };
  it.each([
    [61, 74, 84, { would: 61, judged: 74 }],
    [38, 74, 84, { would: 38, judged: 74 }],
    [37, 74, 84, null],
    [19, 20, 20, null],
  ])('%d of %d judged keywords match', (matching, judged, all, held) => {
    const { counts, held: heldRun } = run(matching, judged, all);
    expect(heldRun).toEqual(held);
    expect(counts).toMatchObject({ checked: all, acted: matching, no_data: all - judged });
  });
  it('is not held when a person has looked at it', () => {
    const keys = Array.from({ length: 30 }, (_, index) => `700:710:${1000 + index}`);
    const always = ruleOf({
      cases: [{ when: { metric: 'age_days', op: '>=', value: 0 }, then: [{ do: 'status', to: 'paused' }] }],
    });
    const data = dataOf({ units: keys.map((unitKey) => unitOf({ key: unitKey })) });
    const version = { id: 5, rule: always, casesSince: 0 };
    expect(evaluateInFull(version, data, noMemory).held).toEqual({ would: 30, judged: 30 });
    expect(evaluateInFull({ ...version, ignoresShare: true }, data, noMemory).held).toBeNull();
  });
});
