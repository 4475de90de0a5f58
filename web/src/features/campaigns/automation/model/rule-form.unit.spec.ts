import { describe, expect, it } from 'vitest';
import { rule } from '../../../../testing/fixtures/automation-fixtures.ts';
import { campaignTree, withCampaign, withGroup } from './campaign-tree.ts';
import { checkRule, emptyRule, overlapping, paramsOf, type RuleValues, valuesOf } from './rule-form.ts';

const values = (overrides: Partial<RuleValues> = {}): RuleValues => ({
  ...emptyRule('raise_bids'),
  name: 'Core',
  ...overrides,
});
const caps = (overrides: Partial<RuleValues['caps']>) => ({ caps: { ...emptyRule('raise_bids').caps, ...overrides } });

describe('a rule that is typed', () => {
  it('is sent as numbers, a share as a fraction, without what limits nothing', () => {
    const typed = values({
      updates: 4,
      step: 'percentage',
      stepValue: '12.5',
      ...caps({ impressions_cap: ' 900 ', impression_share_cap: '60.25', cpt_bid_cap: '1.70' }),
    });
    expect(paramsOf(typed)).toEqual({
      campaign_type: 'skag',
      updates_per_day: 4,
      step_type: 'percentage',
      step_value: 12.5,
      impressions_cap: 900,
      impression_share_cap: 0.6025,
      cpt_bid_cap: 1.7,
    });
  });

  it('comes back from a saved one as it was', () => {
    const saved = rule({ automation_params: { ...rule().automation_params, impression_share_cap: 0.6 } });
    expect(valuesOf(saved).caps).toMatchObject({ impression_share_cap: '60', cpa_cap: '3.5', spend_cap: '' });
    expect(paramsOf(valuesOf(saved))).toEqual(saved.automation_params);
  });

  it.each([
    [{ ...emptyRule(null), name: 'Core' }, { type: 'Automation type is required' }],
    [values({ name: '  ' }), { name: 'Name is required' }],
    [values({ name: 'x'.repeat(101) }), { name: 'Name is required' }],
    [values({ step: 'constant', stepValue: '0' }), { stepValue: 'Step value must be positive number' }],
    [
      values(caps({ impressions_cap: '1.5' })),
      { impressions_cap: 'Impressions cap must be a whole number of at least 1' },
    ],
    [values(caps({ cpa_cap: '-1' })), { cpa_cap: 'CPA cap must be positive number' }],
    [values(caps({ spend_cap: 'NaN' })), { spend_cap: 'Spend cap must be positive number' }],
    [values(caps({ cpt_cap: '0.01', installs_cap: '1', impression_share_cap: '100' })), {}],
  ])('is checked field by field, in the words of the server', (typed, errors) => {
    expect(checkRule(typed, ['USD'])).toEqual(errors);
  });

  it('has no decimals in yen and one currency', () => {
    expect(checkRule(values(caps({ cpt_bid_cap: '1.5' })), ['JPY'])).toHaveProperty('cpt_bid_cap');
    expect(checkRule(values(), ['USD', 'EUR'])).toEqual({
      applyTo: 'All campaign groups of one automation must use the same currency',
    });
  });

  it('shares campaigns only with rules that raise bids and are at work', () => {
    const others = [
      rule({ id: 1 }),
      rule({ id: 2, status: 'paused' }),
      rule({ id: 3, type: 'filter_skag' }),
      rule({ id: 4, apply_to: { '40': [502] } }),
      rule({ id: 5, apply_to: { '41': [501] } }),
      rule({ id: 6, mode: 'shadow' }),
    ];
    expect(overlapping({ '40': [501] }, others, null).map(({ id }) => id)).toEqual([1]);
    expect(overlapping({ '40': [501] }, others, 1)).toEqual([]);
  });
});

describe('the tree of campaigns', () => {
  const groups = [
    {
      id: 40,
      name: 'Moonvale Apps',
      campaigns: [
        { id: 501, name: 'US Brand' },
        { id: 502, name: 'GB Brand' },
      ],
    },
    { id: 41, name: 'Other', campaigns: [{ id: 601, name: 'Discovery' }] },
  ];

  it('shows an organization as partly chosen', () => {
    expect(campaignTree(groups, { '40': [501] }, '').map(({ checked }) => checked)).toEqual(['mixed', false]);
    expect(campaignTree(groups, { '40': [501, 502] }, '')[0]?.checked).toBe(true);
  });

  it('chooses only what the search shows', () => {
    const [group] = campaignTree(groups, {}, 'gb');
    expect(group?.campaigns.map(({ name }) => name)).toEqual(['GB Brand']);
    const chosen = group === undefined ? {} : withGroup({ '40': [501] }, group, true);
    expect(chosen).toEqual({ '40': [501, 502] });
    expect(withCampaign(chosen, 40, 501, false)).toEqual({ '40': [502] });
  });
});
