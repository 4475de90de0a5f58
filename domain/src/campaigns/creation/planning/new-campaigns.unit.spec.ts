import { describe, expect, it } from 'vitest';
import { newerLimits, olderLimits } from '../../change/sample-change.fixture.ts';
import { blockPurchased, planDiscoveryCampaign, planSkagCampaign, planTemplate } from './new-campaigns.ts';

const payer = { currency: 'USD', payment_model: null };
const entered = {
  name: ' Sleep ',
  countries: ['us', 'CA', 'US'],
  daily_budget_amount: '20',
  cpt: 1.5,
  keywords: ['Rain', '[rain]', 'sea'],
  negative_keywords: 'free, FREE',
};
const refusalOf = (plan: () => unknown): unknown => {
  try {
    return plan();
  } catch (error) {
    return error;
  }
};

describe('a SKAG campaign', () => {
  it('is planned with its list as it was sent and negatives without copies', () => {
    expect(
      planSkagCampaign({ ...entered, devices: 'iPad', automation_enabled: true }, payer, olderLimits),
    ).toMatchObject({
      kind: 'skag',
      name: 'Sleep',
      campaigns: [
        {
          campaign_id: null,
          countries: ['CA', 'US'],
          daily_budget_micros: 20_000_000,
          bid_micros: 1_500_000,
          match: 'EXACT',
          device: 'ipad',
          search_match: false,
          automation: true,
        },
      ],
      keywords: [
        { text: 'rain', sent: 'Rain', campaign: 0 },
        { text: 'rain', sent: '[rain]', campaign: 0, copy: true },
        { text: 'sea', campaign: 0 },
      ],
      negatives: [{ text: 'free', campaign: 0, ad_group_id: null }],
      duplicates: 2,
      invoice: null,
    });
  });

  it.each([
    ['no keywords', { keywords: [] }, 'Enter at least one keyword'],
    ['a bid above the daily budget', { cpt: 21 }, 'Bid must not exceed the daily budget (20.00)'],
    ['an unknown device', { devices: 'tv' }, 'Devices must be iphone, ipad or empty'],
    [
      'a negative that blocks its keyword',
      { negative_keywords: 'rain!' },
      '0 keywords and 1 negative keywords cannot be used',
    ],
  ])('is refused with %s', (_, more, message) => {
    expect(refusalOf(() => planSkagCampaign({ ...entered, ...more }, payer, olderLimits))).toMatchObject({ message });
  });

  it('needs details of the invoice only where the organization pays on account', () => {
    const onAccount = { currency: 'USD', payment_model: 'LOC' };
    expect(refusalOf(() => planSkagCampaign(entered, onAccount, olderLimits))).toMatchObject({
      message: 'Buyer name is required',
    });
  });
});

describe('a discovery campaign', () => {
  it('needs no keywords while Search Match is on, and is watched by a rule unless that is turned off', () => {
    const plan = planDiscoveryCampaign({ ...entered, keywords: [] }, payer, olderLimits);
    expect(plan.campaigns).toMatchObject([{ kind: 'discovery', match: 'BROAD', search_match: true, automation: true }]);
    expect(
      refusalOf(() => planDiscoveryCampaign({ ...entered, keywords: [], search_match: false }, payer, olderLimits)),
    ).toMatchObject({ message: 'Enter at least one keyword or turn on Search Match' });
  });

  it('blocks what is bought elsewhere as far as there is room, and says how much is left out', () => {
    const plan = planDiscoveryCampaign(entered, payer, olderLimits);
    expect(blockPurchased(plan, ['wind'])).toMatchObject({
      warning: null,
      negatives: [{ text: 'free' }, { text: 'wind' }],
    });
    const many = blockPurchased(
      plan,
      Array.from({ length: 6001 }, (_, index) => `w${index}`),
    );
    expect(many.negatives).toHaveLength(5000);
    expect(many.negatives.at(-1)?.text).toBe('w4998');
    expect(many.warning).toMatch(/^1,002 keywords that are bought already are not blocked/);
  });
});

describe('a template', () => {
  const header = { line: 1, cells: ['campaign', 'countries', 'daily_budget', 'keyword', 'cpt'] };
  const line = (number: number, ...cells: string[]) => ({ line: number, cells });

  it('is one creation of several campaigns, whose keywords are counted campaign after campaign', () => {
    const lines = [
      header,
      line(2, 'A', 'US', '20', 'rain', '1'),
      line(3, 'B', 'US', '20', 'sea', '1'),
      line(4, 'A', '', '', 'wind', '1'),
    ];
    const plan = planTemplate(lines, false, payer, olderLimits);
    expect(plan.name).toBe('A and 1 more');
    expect(plan.keywords.map(({ text, campaign }) => [text, campaign])).toEqual([
      ['rain', 0],
      ['wind', 0],
      ['sea', 1],
    ]);
  });

  it('is refused with the lines that cannot be used', () => {
    const refusal = refusalOf(() =>
      planTemplate([header, line(2, 'A', 'US', '20', 'rain', '0')], false, payer, olderLimits),
    );
    expect(refusal).toMatchObject({ code: 'bad_template', answer: { lines: [{ line: 2, column: 'cpt' }] } });
  });
});

describe('a campaign over an interface that takes less', () => {
  const plans = [planSkagCampaign, planDiscoveryCampaign];

  it('is refused with a total budget, and with a bar in its name', () => {
    for (const plan of plans) {
      const now = (more: object) => refusalOf(() => plan({ ...entered, ...more }, payer, newerLimits));
      expect(now({ budget_amount: 900 })).toMatchObject({ message: 'Apple no longer has total budgets.' });
      expect(now({ name: 'US | Sleep' })).toMatchObject({ message: 'Apple no longer allows | in names' });
      expect(now({ budget_amount: '' })).toMatchObject({ name: 'Sleep' });
      const before = plan({ ...entered, name: 'US | Sleep', budget_amount: 900 }, payer, olderLimits);
      expect(before.campaigns).toMatchObject([{ name: 'US | Sleep', budget_micros: 900_000_000 }]);
    }
  });
});
