import { describe, expect, it } from 'vitest';
import { enteredCase, enteredRule, without } from '../../sample-rules.fixture.ts';
import { firstFault } from './rule-faults.fixture.ts';

const cpa = { metric: 'cpa', window: '7d', op: '>', value: 3 };
const spend = { metric: 'spend', window: '7d', op: '>', value: 3 };
const taps = { metric: 'taps', window: '7d', op: '>', value: 3 };
const bid = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const when = 'cases[0].when';

/** Tests of so many different time ranges, in groups of at most ten. */
const ranges = (count: number) => ({
  any: Array.from({ length: count }, (_, index) => ({ ...cpa, window: `${index + 1}d` })),
});
const many = (count: number) => ({
  any: [{ all: Array.from({ length: 10 }, () => cpa) }, { all: Array.from({ length: count - 10 }, () => cpa) }],
});
const nested = (depth: number): unknown => (depth === 0 ? cpa : { all: [nested(depth - 1)] });

describe('a test is refused', () => {
  it.each<[string, unknown, string]>([
    ['of an unknown metric', { ...cpa, metric: 'cpx' }, `${when}.metric: cpx is not available for keyword`],
    ['of a name that means two metrics', { ...cpa, metric: 'roas' }, `${when}.metric: Say current or predicted: roas`],
    [
      'of a metric of another level',
      { metric: 'daily_cap', op: '>', value: 1 },
      `${when}.metric: Daily cap is not available for keyword`,
    ],
    [
      'of a setting of all units',
      { metric: 'cpt_bid', of: 'scope', op: '>', value: 1 },
      `${when}.metric: CPT bid is not available for all units together`,
    ],
    [
      'of a metric that the parent lacks',
      { metric: '7d_impression_share', of: 'campaign', op: '<', value: 1 },
      `${when}.metric: Share 7 d is not available for campaign`,
    ],
    ['of an unknown subject', { ...cpa, of: 'world' }, `${when}.of: Choose one of self, ad_group, campaign, scope`],
    ['with an unknown field', { ...cpa, color: 1 }, `${when}.color: The field "color" is not known.`],
    [
      'with an unknown comparison',
      { ...cpa, op: '~' },
      `${when}.op: Choose one of <, <=, >, >=, =, !=, between, outside, empty, not_empty`,
    ],
    ['without a time range', without(cpa, 'window'), `${when}.window: CPA needs a time range`],
    [
      'with a time range too many',
      { metric: 'age_days', window: '7d', op: '>', value: 1 },
      `${when}.window: Age takes no time range`,
    ],
    ['of no days', { ...cpa, window: '0d' }, `${when}.window: At least one and at most 90 days`],
    ['of 91 days', { ...cpa, window: '91d' }, `${when}.window: At least one and at most 90 days`],
    ['of negative days', { ...cpa, window: '-1d' }, `${when}.window: At least one and at most 90 days`],
    [
      'of a range that ends too early',
      { ...cpa, window: '7d-61' },
      `${when}.window: A time range ends at most 60 days before the newest complete day`,
    ],
    ['of a range in capitals', { ...cpa, window: '7D' }, `${when}.window: Choose a time range`],
    ['of a ratio of today', { ...cpa, window: 'today' }, `${when}.window: Ratios of today are not allowed`],
    ['with NaN', { ...cpa, value: Number.NaN }, `${when}.value: Enter a number`],
    ['with infinity', { ...cpa, value: Number.POSITIVE_INFINITY }, `${when}.value: Enter a number`],
    ['with more than a number holds', { ...cpa, value: JSON.parse('1e400') }, `${when}.value: Enter a number`],
    ['with seven decimals', { ...cpa, value: 0.1234567 }, `${when}.value: At most six decimals are allowed`],
    ['with a text', { ...cpa, value: '3,00' }, `${when}.value: Enter a number`],
    ['without a number', without(cpa, 'value'), `${when}.value: Enter a number`],
    ['with null', { ...cpa, value: null }, `${when}.value: Enter a number`],
    [
      'with a number and another figure',
      { ...cpa, than: { times: 2 } },
      `${when}.than: Enter a number or another figure, not both`,
    ],
    [
      'with two numbers where one is meant',
      { ...cpa, values: [1, 2] },
      `${when}.values: This comparison takes one number`,
    ],
    [
      'with one number where two are meant',
      { ...cpa, op: 'between' },
      `${when}.value: Enter two numbers, the lower one first`,
    ],
    [
      'with reversed numbers',
      { ...without(cpa, 'value'), op: 'between', values: [2, 1] },
      `${when}.values: The lower value must come first`,
    ],
    [
      'with three numbers',
      { ...without(cpa, 'value'), op: 'outside', values: [1, 2, 3] },
      `${when}.values: Enter two numbers`,
    ],
    ['of emptiness with a number', { ...cpa, op: 'empty' }, `${when}.value: This comparison takes no number`],
    ['of equal amounts', { ...spend, op: '=' }, `${when}.op: Use "at most" or "at least" with amounts`],
    ['of unequal ratios', { ...cpa, op: '!=' }, `${when}.op: Use "at most" or "at least" with amounts`],
    [
      'of equal means of a day',
      { ...taps, op: '=', per_day: true },
      `${when}.op: Use "at most" or "at least" with amounts`,
    ],
    [
      'of money with a count',
      { ...without(cpa, 'value'), than: { metric: 'taps' } },
      `${when}.than.metric: CPA cannot be compared with Taps`,
    ],
    [
      'of a percentage with money',
      { ...without(taps, 'value'), metric: 'ttr', than: { metric: 'cpa' } },
      `${when}.than.metric: TTR cannot be compared with CPA`,
    ],
    [
      'of another figure that is ambiguous',
      { ...without(cpa, 'value'), than: { metric: 'ltv' } },
      `${when}.than.metric: Say current or predicted: ltv`,
    ],
    [
      'of another figure without a time range',
      { metric: 'cpt_bid', op: '>', than: { metric: 'cpt' } },
      `${when}.than.window: CPT needs a time range`,
    ],
    [
      'of another figure with a time range too many',
      { ...without(cpa, 'value'), than: { metric: 'cpt_bid', window: '7d' } },
      `${when}.than.window: CPT bid takes no time range`,
    ],
    ['of a ratio per day', { ...cpa, per_day: true }, `${when}.per_day: Only sums can be compared per day`],
    [
      'at least, of what is no cost',
      { ...taps, at_least: true },
      `${when}.at_least: Only costs can be judged by what they are at least`,
    ],
    ['with a floor, of sums', { ...taps, floor: 3 }, `${when}.floor: Only ratios have a floor`],
    ['with a floor below zero', { ...cpa, floor: -1 }, `${when}.floor: Enter a number of at least 0`],
  ])('%s', (_, test, fault) => {
    expect(firstFault(enteredCase(test))).toBe(fault);
  });
});

describe('settings compared with sums and with other amounts are allowed', () => {
  it.each([
    { ...without(cpa, 'value'), than: { metric: 'cpt_bid', times: 2 } },
    { ...without(spend, 'value'), window: '1d', than: { window: '14d-1', per_day: true, times: 1.5 } },
    { ...without(cpa, 'value'), than: { of: 'campaign' } },
    { ...without(cpa, 'value'), op: 'empty' },
    { ...taps, op: '!=', window: 'today' },
    { ...spend, metric: 'cpt', window: 'today' },
    { ...cpa, at_least: true, floor: 3 },
  ])('%j', (test) => {
    expect(firstFault(enteredCase(test))).toBe('none');
  });
});

describe('a group of conditions is refused', () => {
  it.each<[string, unknown, string]>([
    ['when there is none', undefined, `${when}: Add at least one condition`],
    ['when it is empty', { all: [] }, `${when}.all: Add at least one condition`],
    ['when one inside is empty', { all: [cpa, { any: [] }] }, `${when}.all[1].any: Add at least one condition`],
    [
      'with eleven children',
      { all: Array.from({ length: 11 }, () => cpa) },
      `${when}.all: At most 10 conditions in one group`,
    ],
    ['five deep', nested(5), `${when}.all[0].all[0].all[0].all[0]: Groups can be nested 4 deep`],
    ['with 21 tests', many(21), 'cases[0].when.any[1].all: At most 10 conditions in one group'],
    ['with two kinds at once', { all: [cpa], any: [cpa] }, `${when}.any: The field "any" is not known.`],
    ['with seven time ranges', ranges(7), `${when}.any[6].window: At most 6 time ranges in one rule`],
  ])('%s', (_, node, fault) => {
    expect(firstFault(enteredCase(node))).toBe(fault);
  });

  it('only beyond what a rule may have', () => {
    expect(firstFault(enteredCase(nested(4)))).toBe('none');
    expect(firstFault(enteredCase(ranges(6)))).toBe('none');
    expect(firstFault(enteredCase(many(20)))).toBe('none');
    const second = { when: cpa, then: [bid] };
    const first = { when: many(20), then: [bid] };
    expect(firstFault(enteredRule({ cases: [first, second] }))).toBe(
      'cases[1].when: At most 20 conditions in one rule',
    );
  });
});
