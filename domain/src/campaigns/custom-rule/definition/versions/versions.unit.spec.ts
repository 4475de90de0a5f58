import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enteredCase, enteredRule, sampleContext, sampleRules } from '../../sample-rules.fixture.ts';
import { readCustomRule } from '../reading/read-custom-rule.ts';
import { editedParts, isEdited, isEditOfCases, type RuleContent } from './rule-content.ts';
import { ruleDiff } from './rule-diff.ts';

const currencies = { application: 'USD', settings: 'JPY' };
const yen = { ...sampleContext, currencies: new Set(['JPY']) };
const content = (entered: unknown, apply_to: RuleContent['apply_to'] = { 42: [700, 800] }): RuleContent => ({
  rule: readCustomRule(entered, yen),
  apply_to,
});
const bid = { do: 'bid', how: 'lower', percent: 10, min: 30, max: 250 };
const spend = { metric: 'spend', window: '7d', op: '>=', value: 20 };
const cpa = { metric: 'cpa', window: '7d', op: '>', value: 3 };
const rule = (when: unknown, ...then: readonly unknown[]) =>
  content(enteredCase(when, then.length === 0 ? [bid] : then));
const before = rule({ all: [spend, cpa] });

describe('a version of a rule', () => {
  it('is not made by the same content in another order', () => {
    const fields = {
      cases: [{ when: cpa, then: [bid] }],
      scope: { labels: { any: [1, 2] }, name: { contains: ['a', 'b'] } },
      schedule: { hours: [9, 15] },
    };
    const same = {
      cases: [{ then: [bid], when: { ...cpa, window: '7d-0', of: 'self' }, once: false }],
      schedule: { hours: [15, 9], weekdays: [7, 6, 5, 4, 3, 2, 1] },
      scope: { name: { contains: ['b', 'a', 'b'] }, labels: { any: [2, 1] }, status: ['running'] },
      priority: 500,
    };
    const left = content(enteredRule(fields));
    const right = content(enteredRule(same), { 42: [800, 700] });
    expect(isEdited(left, right)).toBe(false);
    expect(ruleDiff(left, right, currencies)).toEqual([]);
  });

  it('is not made by what comes back from JSON', () => {
    fc.assert(
      fc.property(sampleRules, (sample) => {
        const left = { rule: sample, apply_to: { 42: [700] } };
        expect(editedParts(left, JSON.parse(JSON.stringify(left)))).toEqual([]);
      }),
    );
  });

  it('has a difference for every edit of a random rule', () => {
    fc.assert(
      fc.property(sampleRules, sampleRules, (first, other) => {
        const left = { rule: first, apply_to: {} };
        const right = { rule: other, apply_to: {} };
        expect(ruleDiff(left, right, { application: 'USD', settings: 'USD' }).length > 0).toBe(isEdited(left, right));
      }),
    );
  });

  it('begins its cases again only when they are edited', () => {
    const other = rule({ all: [spend, { ...cpa, value: 2.5 }] });
    expect(isEditOfCases(before, other)).toBe(true);
    expect(isEditOfCases(before, { ...before, apply_to: { 42: 'all' } })).toBe(false);
    const named = content(enteredRule({ cases: [{ name: 'Waste', when: { all: [spend, cpa] }, then: [bid] }] }));
    expect(isEdited(before, named)).toBe(true);
    expect(isEditOfCases(before, named)).toBe(false);
    const scheduled = content({ ...enteredCase({ all: [spend, cpa] }, [bid]), schedule: { hours: [6] } });
    expect(editedParts(before, scheduled)).toEqual(['schedule']);
    expect(isEditOfCases(before, scheduled)).toBe(false);
  });

  it('begins the cases of a random rule again exactly when these differ, whatever else is edited', () => {
    fc.assert(
      fc.property(sampleRules, sampleRules, (first, other) => {
        const left = { rule: first, apply_to: { 42: [700] } };
        const { schedule, guards, priority, scope } = other;
        const around = { ...first, schedule, guards, priority, scope };
        expect(isEditOfCases(left, { rule: around, apply_to: { 42: 'all' } })).toBe(false);
        const cases = [...first.cases, ...other.cases].slice(0, 5);
        expect(isEditOfCases(left, { rule: { ...around, cases }, apply_to: left.apply_to })).toBe(true);
      }),
    );
  });
});

describe('the differences of two versions in words', () => {
  it.each<[string, RuleContent, string[]]>([
    ['a value', rule({ all: [spend, { ...cpa, value: 2.5 }] }), ['Case 1, condition 2: value 3.00 → 2.50']],
    [
      'a small value',
      rule({ all: [spend, { ...cpa, value: 3.000001 }] }),
      ['Case 1, condition 2: value 3.00 → 3.000001'],
    ],
    [
      'a condition',
      rule({ all: [spend, { metric: 'ttr', window: '14d', op: '<', value: 0.05 }] }),
      ['Case 1, condition 2: CPA (7 days) > 3.00 → TTR (14 days) < 5 %'],
    ],
    [
      'a time range',
      rule({
        all: [
          { ...spend, window: '14d-1', op: '>' },
          { ...cpa, at_least: true },
        ],
      }),
      [
        'Case 1, condition 1: time range 7 days → 14 days before the last day',
        'Case 1, condition 1: comparison ≥ → >',
        'Case 1, condition 2: at least no → yes',
      ],
    ],
    ['fewer conditions', rule({ all: [spend] }), ['Case 1, condition 2 removed: CPA (7 days) > 3.00']],
    [
      'more conditions',
      rule({
        all: [spend, cpa, { metric: 'cpa', window: '7d', op: '<', than: { of: 'campaign', times: 0.8, plus: -1 } }],
      }),
      ['Case 1, condition 3 added: CPA (7 days) < 0.8 × CPA of the campaign (7 days) − 1.00'],
    ],
    [
      'a condition in other groups',
      rule({ any: [spend] }),
      ['Case 1: conditions are joined in another way', 'Case 1, condition 2 removed: CPA (7 days) > 3.00'],
    ],
    ['other groups', rule({ any: [spend, cpa] }), ['Case 1: conditions are joined in another way']],
    [
      'an action',
      rule({ all: [spend, cpa] }, { ...bid, percent: 15, max: 300 }),
      ['Case 1, action 1: percent 10 % → 15 %', 'Case 1, action 1: max 250 → 300'],
    ],
    [
      'another action',
      rule({ all: [spend, cpa] }, { do: 'status', to: 'paused' }),
      ['Case 1, action 1: Bid lower → Status'],
    ],
    ['one action more', rule({ all: [spend, cpa] }, bid, { do: 'notify' }), ['Case 1, action 2 added: Notice']],
    ['campaigns', { ...before, apply_to: { 42: 'all' } }, ['Campaigns: 42 700, 800 → all']],
    [
      'everything else',
      content({
        ...enteredCase({ all: [spend, cpa] }, [bid]),
        claim_type: 'total',
        scope: { name: { contains: ['shoes'] } },
        schedule: { hours: [6, 18] },
        guards: { units_per_run: 50, raise_per_day: 5000, trust: false },
        priority: 400,
      }),
      [
        'Claim type: click → total',
        'Filter: name contains none → shoes',
        'Schedule: hours 9 → 6, 18',
        'Guard: trust yes → no',
        'Guard: units per run 100 → 50',
        'Guard: raise per day none → 5000',
        'Priority: 500 → 400',
      ],
    ],
  ])('name %s', (_, after, lines) => {
    expect(ruleDiff(before, after, currencies)).toEqual(lines);
  });

  it('name cases', () => {
    const two = content(enteredRule({ cases: [...before.rule.cases, { when: cpa, then: [bid], once: true }] }));
    expect(ruleDiff(before, two, currencies)).toEqual(['Case 2 added']);
    expect(ruleDiff(two, before, currencies)).toEqual(['Case 2 removed']);
  });
});
