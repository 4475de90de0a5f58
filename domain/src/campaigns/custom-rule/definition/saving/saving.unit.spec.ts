import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enteredCase, enteredRule, sampleContext, sampleRules } from '../../sample-rules.fixture.ts';
import { readCustomRule } from '../reading/read-custom-rule.ts';
import { canBothMatch, opposingCases, writesOfCase } from './opposing-cases.ts';
import { neverTrue, ruleWarnings } from './rule-warnings.ts';

const read = (entered: unknown) => readCustomRule(entered, sampleContext);
const test = (metric: string, op: string, value: number, window = '7d') => ({ metric, window, op, value });
const texts = (when: unknown): string[] => neverTrue(read(enteredCase(when)), 'USD');
const facts = { currency: 'USD', units: null, opposing: [] };

describe('conditions that can never be true', () => {
  it.each<[unknown, string]>([
    [{ all: [test('cpa', '<', 3), test('cpa', '>', 3)] }, 'CPA (7 days) < 3.00 and CPA (7 days) > 3.00'],
    [{ all: [test('cpa', '<', 3), test('cpa', '>=', 3)] }, 'CPA (7 days) < 3.00 and CPA (7 days) ≥ 3.00'],
    // A count between two whole numbers.
    [{ all: [test('taps', '>', 3), test('taps', '<', 4)] }, 'Taps (7 days) > 3 and Taps (7 days) < 4'],
    [{ all: [test('taps', '=', 0), test('taps', '!=', 0)] }, 'Taps (7 days) = 0 and Taps (7 days) ≠ 0'],
    [
      { all: [test('cpa', '>', 5), { metric: 'cpa', window: '7d-0', op: 'between', values: [1, 4] }] },
      'CPA (7 days) > 5.00 and CPA (7 days) between 1.00 and 4.00',
    ],
    [
      { all: [test('cpa', '>', 5), { metric: 'cpa', window: '7d', op: 'empty' }] },
      'CPA (7 days) > 5.00 and CPA (7 days) is empty',
    ],
    [
      { all: [test('ttr', '<', 0.1), { all: [{ not: test('ttr', '<=', 0.2) }] }] },
      'TTR (7 days) < 10 % and TTR (7 days) > 20 %',
    ],
    [{ not: { any: [test('cpa', '<', 3), test('cpa', '>=', 3)] } }, 'CPA (7 days) ≥ 3.00 and CPA (7 days) < 3.00'],
    [
      { any: [test('taps', '>', 3), { all: [test('cpa', '<', 1), test('cpa', '>', 2)] }] },
      'CPA (7 days) < 1.00 and CPA (7 days) > 2.00',
    ],
  ])('%j', (when, text) => {
    expect(texts(when)).toEqual([`Never true: ${text}`]);
  });

  it.each<[unknown]>([
    [{ all: [test('cpa', '<=', 3), test('cpa', '>=', 3)] }],
    [{ all: [test('cpa', '>', 3), test('cpa', '<', 4)] }],
    [{ all: [test('taps', '>', 3), test('taps', '<', 5)] }],
    [{ all: [test('cpa', '<', 3), test('cpa', '>', 3, '14d')] }],
    [{ all: [test('cpa', '<', 3), { ...test('cpa', '>', 3), of: 'campaign' }] }],
    [{ all: [test('spend', '<', 3), { ...test('spend', '>', 3), per_day: true }] }],
    [{ all: [test('cpa', '<', 3), { metric: 'cpa', window: '7d', op: '>', than: { of: 'scope' } }] }],
    [{ any: [test('cpa', '<', 3), test('cpa', '>', 3)] }],
    [{ not: { all: [test('cpa', '<', 3), test('cpa', '>=', 3)] } }],
  ])('are not %j', (when) => {
    expect(texts(when)).toEqual([]);
  });
});

describe('warnings', () => {
  it('are of empty filters, of figures that are used again, of daily terms and of rules that pull the other way', () => {
    const again = 'Cool-down is shorter than the time range: the same figures are used again';
    expect(ruleWarnings(read(enteredRule()), facts)).toEqual([]);
    expect(ruleWarnings(read(enteredRule()), { ...facts, units: 0 })).toEqual(['No keyword matches the filters now']);
    expect(ruleWarnings(read(enteredRule({ guards: { cooldown_days: 6 } })), facts)).toEqual([again]);
    expect(ruleWarnings(read(enteredRule({ guards: { cooldown_days: 7 } })), facts)).toEqual([]);
    const terms = { ...enteredCase(test('taps', '>', 9), [{ do: 'negative', at: 'campaign' }]), level: 'search_term' };
    expect(ruleWarnings(read(terms), facts)).toEqual(['Daily figures leave out terms with under 10 impressions a day']);
    const opposing = [{ name: 'Scale winners', field: 'cpt_bid' as const }];
    expect(ruleWarnings(read(enteredRule()), { ...facts, opposing })).toEqual([
      'Scale winners changes the same bids the other way',
    ]);
  });
});

const limits = { min: 0.3, max: 2.5 };
const moved = (how: 'raise' | 'lower', when: unknown, fields: object = {}) =>
  read({ ...enteredCase(when, [{ do: 'bid', how, percent: 10, ...limits }]), ...fields });

describe('two rules', () => {
  it('write fields in directions', () => {
    const writes = (...then: object[]) =>
      writesOfCase(read(enteredCase(test('taps', '>', 1), then)).cases[0] ?? { then: [] });
    expect(writes({ do: 'bid', how: 'raise', percent: 5, ...limits }, { do: 'status', to: 'paused' })).toEqual([
      { field: 'cpt_bid', direction: 'up', label: null },
      { field: 'status', direction: 'down', label: null },
    ]);
    expect(writes({ do: 'label', add: 1, remove: 2 }, { do: 'notify' })).toEqual([
      { field: 'label', direction: 'up', label: 1 },
      { field: 'label', direction: 'down', label: 2 },
    ]);
    expect(writes({ do: 'bid', how: 'set', value: 1, ...limits })[0]?.direction).toBe('either');
  });

  it('pull apart where their cases may both match', () => {
    const cheap = moved('raise', test('cpa', '<', 4));
    const weak = moved('lower', test('predicted_roas', '<', 1));
    expect(opposingCases(cheap, weak)).toEqual([{ field: 'cpt_bid', cases: [0, 0] }]);
    expect(opposingCases(cheap, moved('raise', test('predicted_roas', '<', 1)))).toEqual([]);
  });

  it('do not pull apart where the ranges of one figure cannot meet', () => {
    const cheap = moved('raise', { all: [test('cpa', '<', 4), test('taps', '>', 9)] });
    const dear = moved('lower', test('cpa', '>=', 4));
    expect(canBothMatch(cheap, dear)).toBe(false);
    expect(opposingCases(cheap, dear)).toEqual([]);
    // Other days, other claim types, other levels and all units of another rule are other figures.
    expect(canBothMatch(cheap, moved('lower', test('cpa', '>=', 4, '14d')))).toBe(true);
    expect(canBothMatch(cheap, moved('lower', test('cpa', '>=', 4), { claim_type: 'view' }))).toBe(true);
    expect(canBothMatch(cheap, moved('lower', test('cpa', '>=', 4), { level: 'ad_group' }))).toBe(true);
    const ofAll = moved('lower', { ...test('cpa', '>=', 4), of: 'scope' });
    expect(canBothMatch(moved('raise', { ...test('cpa', '<', 4), of: 'scope' }), ofAll)).toBe(true);
  });

  it('oppose each other in the same cases whichever is named first', () => {
    fc.assert(
      fc.property(sampleRules, sampleRules, (first, other) => {
        expect(canBothMatch(first, other)).toBe(canBothMatch(other, first));
        const swapped = opposingCases(other, first).map(({ cases: [index, otherIndex] }) => `${otherIndex} ${index}`);
        const written = opposingCases(first, other).map(({ cases: [index, otherIndex] }) => `${index} ${otherIndex}`);
        expect(swapped.toSorted()).toEqual(written.toSorted());
      }),
    );
  });
});
