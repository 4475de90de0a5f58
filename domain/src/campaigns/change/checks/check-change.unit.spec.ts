import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../shared/domain-error.ts';
import { newerLimits, olderLimits, sampleCampaign } from '../sample-change.fixture.ts';
import { checkChange } from './check-change.ts';
import type { Edit } from './value-rules.ts';

const scope = (campaign = sampleCampaign(), currency = 'USD', updateKeywords = false) => ({
  orgId: 9,
  limits: olderLimits,
  adamId: 42,
  currency,
  updateKeywords,
  campaigns: new Map([[700, campaign]]),
});
const edit = (key: string, field: Edit['field'], wish: Edit['wish'], basedOn?: Edit['basedOn']): Edit => ({
  key,
  field,
  wish,
  ...(basedOn === undefined ? {} : { basedOn }),
});
const bid = (wish: Edit['wish']) => edit('700:710:720', 'cpt_bid', wish);

function refusal(edits: readonly Edit[], where = scope()): DomainError {
  try {
    checkChange(edits, where);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  return expect.fail('Expected a refusal');
}

describe('values that may not be', () => {
  const budgets = sampleCampaign([{ id: 710, bid: 2_000_000, keywords: { 720: 3_000_000 } }], { total: 900_000_000 });
  const automatic = sampleCampaign(undefined, { bidding: 'MAX_CONVERSIONS' });
  it.each([
    [bid(null), undefined, 'CPT is required'],
    [bid('x'), undefined, 'CPT must be positive number'],
    [bid('1.005'), undefined, 'At most two decimals are allowed'],
    [bid(45.01), undefined, 'Bid must not exceed the daily budget (45.00)'],
    [edit('700:710', 'cpa_goal', 0), undefined, 'CPA must be positive number'],
    [edit('700:710', 'cpt_bid', 46), undefined, 'Bid must not exceed the daily budget (45.00)'],
    [edit('700', 'daily_cap', null), undefined, 'Daily budget is required'],
    [edit('700', 'daily_cap', 0), undefined, 'Daily budget must be positive number'],
    [edit('700', 'daily_cap', 2.99), budgets, 'Daily budget must not be below the highest bid of the campaign (3.00)'],
    [edit('700', 'daily_cap', 900), budgets, 'Daily budget must be below the lifetime budget (900.00)'],
    [edit('700', 'budget', 899), budgets, 'A lifetime budget can only be raised'],
    [edit('700', 'budget', 100), undefined, 'A lifetime budget can only be set when the campaign is created'],
    [bid(1), automatic, 'Bids of this campaign are set by Apple (Maximize Conversions)'],
    [edit('700:710', 'cpa_goal', 1), automatic, 'Bids of this campaign are set by Apple (Maximize Conversions)'],
    [edit('700', 'target_cpa', null), automatic, 'Target CPA is required'],
    [edit('700', 'target_cpa', 0), automatic, 'Target CPA must be positive number'],
    [edit('700', 'target_cpa', 1.005), automatic, 'At most two decimals are allowed'],
    [edit('700', 'target_cpa', 3), undefined, 'Only campaigns on Maximize Conversions have a target CPA'],
  ])('%j is refused: %#', (wrong, campaign, message) => {
    expect(refusal([wrong], scope(campaign))).toMatchObject({
      code: 'invalid_request',
      message,
      rows: [{ key: wrong.key, field: wrong.field, message }],
    });
  });

  it('are all listed, with a row that is given twice', () => {
    const wrong = refusal([bid('1'), bid('2'), edit('700:710:721', 'cpt_bid', 'x')]);
    expect(wrong.rows.map(({ message }) => message)).toEqual([
      'Row given twice: 700:710:720',
      'CPT must be positive number',
    ]);
    expect(refusal([]).message).toBe('Nothing to change');
  });

  it('of yen are named in yen', () => {
    const yen = sampleCampaign(undefined, { currency: 'JPY', daily: 4_500_000_000 });
    expect(refusal([bid('1.5')], scope(yen, 'JPY')).message).toBe('No decimals are allowed in JPY');
    expect(refusal([bid(4501)], scope(yen, 'JPY')).message).toBe('Bid must not exceed the daily budget (4500)');
  });
});

describe('rows that are not the caller’s', () => {
  it.each([
    ['701', 'daily_cap', 'Campaign not found'],
    ['700:711', 'cpt_bid', 'Ad group not found'],
    ['700:710:722', 'cpt_bid', 'Keyword not found'],
    ['700:711:720', 'cpt_bid', 'Ad group not found'],
  ] as const)('%s are not found, before any value is looked at', (key, field, message) => {
    expect(refusal([edit(key, field, 'x'), bid('x')])).toMatchObject({ code: 'not_found', message, rows: [{ key }] });
  });

  it('are those of another organization and of another app, too', () => {
    for (const other of [{ orgId: 8 }, { adamId: 41 }]) {
      expect(refusal([bid('1')], { ...scope(), ...other }).message).toBe('Campaign not found');
    }
  });

  it('are refused unread when they are too many', () => {
    const many = Array.from({ length: 5001 }, (_, id) => edit(`700:710:${id + 1}`, 'cpt_bid', 'x'));
    expect(refusal(many)).toMatchObject({ code: 'too_many_rows', message: 'Too many rows: at most 5,000' });
  });
});

describe('product pages', () => {
  const page = (creative_id: number, valid: boolean, name = 'Winter') =>
    [creative_id, { creative_id, name, product_page_id: 'p', valid }] as const;
  const creatives = new Map([page(5, true), page(6, false), page(7, true, 'x'.repeat(300)), page(8, true, '')]);
  const ad = { ad_id: 31, ad_group_id: 711, name: 'Ad', deleted: false, creative_id: 5, product_page_name: null };
  const where = () => ({ ...scope({ ...sampleCampaign(), ads: new Map([[31, ad]]) }), creatives });
  const wish = (creative: number, seenAd?: number): Edit => ({ ...edit('700:710', 'creative', creative), seenAd });

  it.each([
    [wish(9), 'not_found', 'Product page not found'],
    [wish(5, 31), 'not_found', 'Ad not found'],
    [wish(0, 32), 'not_found', 'Ad not found'],
    [wish(6), 'invalid_request', 'This page cannot be used for ads'],
  ] as const)('%j are refused: %#', (wrong, code, message) => {
    expect(refusal([wrong], where())).toMatchObject({ code, rows: [{ key: '700:710', field: 'creative', message }] });
  });

  it('that are unknown are named before one that cannot be used', () => {
    expect(
      refusal([wish(6), { ...wish(9), key: '700:711' }, wish(9)], where()).rows.map(({ message }) => message),
    ).toEqual(['Ad group not found', 'Product page not found']);
  });

  it('give their name to an ad that has to be made for them', () => {
    const rows = [5, 7, 8, 0].flatMap((creative) => checkChange([wish(creative)], where()));
    expect(rows.map(({ base, new: set, name }) => [base, set, name?.length])).toEqual([
      [0, 5, 6],
      [0, 7, 255],
      [0, 8, undefined],
      [0, 0, undefined],
    ]);
  });
});

describe('the rows of a change', () => {
  it('are based on what their author saw, else on what the log has', () => {
    expect(checkChange([bid('1.2'), edit('700:710:721', 'cpt_bid', 2, 1_500_000)], scope())).toEqual([
      { key: '700:710:720', field: 'cpt_bid', base: 1_000_000, new: 1_200_000 },
      { key: '700:710:721', field: 'cpt_bid', base: 1_500_000, new: 2_000_000 },
    ]);
    expect(checkChange([edit('700:710:721', 'cpt_bid', 2)], scope())).toMatchObject([{ base: null }]);
  });

  it('hold the own bids of keywords right after all settings of their ad group when they are to follow', () => {
    const two = sampleCampaign([
      { id: 710, keywords: { 722: 900_000, 720: 1_000_000, 721: null } },
      { id: 711, keywords: { 730: 800_000 } },
    ]);
    const edits = [
      edit('700:710', 'cpt_bid', 1.5),
      edit('700:710', 'cpa_goal', null),
      edit('700:711', 'cpt_bid', 2),
      edit('700:711', 'cpa_goal', 3),
    ];
    expect(checkChange(edits, scope(two, 'USD', true))).toEqual([
      { key: '700:710', field: 'cpt_bid', base: 1_000_000, new: 1_500_000 },
      { key: '700:710', field: 'cpa_goal', base: null, new: null },
      { key: '700:710:720', field: 'cpt_bid', base: 1_000_000, new: 1_500_000, unchecked: true, parent: 0 },
      { key: '700:710:722', field: 'cpt_bid', base: 900_000, new: 1_500_000, unchecked: true, parent: 0 },
      { key: '700:711', field: 'cpt_bid', base: 1_000_000, new: 2_000_000 },
      { key: '700:711', field: 'cpa_goal', base: null, new: 3_000_000 },
      { key: '700:711:730', field: 'cpt_bid', base: 800_000, new: 2_000_000, unchecked: true, parent: 4 },
    ]);
    expect(checkChange(edits, scope(two))[0]).toMatchObject({ note: '2 keywords have their own bid' });
  });

  it('say that an ad group without keywords gets no traffic without Search Match', () => {
    const off = edit('700:710', 'search_match', false);
    expect(checkChange([off], scope(sampleCampaign([{ id: 710 }])))[0]?.note).toBe(
      'This ad group has no keywords and will get no traffic',
    );
    expect(checkChange([off], scope())[0]?.note).toBeUndefined();
  });

  it('of deleted objects are accepted: their outcome says so', () => {
    const gone = sampleCampaign([{ id: 710, deleted: true, keywords: { 720: 1_000_000 } }], { daily: 1_000_000 });
    expect(checkChange([edit('700:710', 'cpt_bid', 9)], scope(gone))).toHaveLength(1);
  });
});

describe('what an interface no longer has', () => {
  const totals = sampleCampaign(undefined, { total: 90_000_000 });
  const newer = (campaign = totals) => ({ ...scope(campaign), limits: newerLimits });

  it('is refused whatever was requested, also where there still is one', () => {
    for (const wish of [null, 'x', 80, 900]) {
      expect(refusal([edit('700', 'budget', wish)], newer())).toMatchObject({
        code: 'invalid_request',
        message: 'Apple no longer has total budgets.',
      });
    }
    expect(checkChange([edit('700', 'budget', 900)], scope(totals))).toHaveLength(1);
  });

  it('holds no daily budget down', () => {
    expect(refusal([edit('700', 'daily_cap', 90)], scope(totals)).message).toContain('below the lifetime budget');
    expect(checkChange([edit('700', 'daily_cap', 90)], newer())).toMatchObject([{ new: 90_000_000 }]);
  });
});

describe('a target CPA', () => {
  it('starts from what the log has, and from nothing where there was none', () => {
    const campaign = (target?: number) =>
      scope(sampleCampaign(undefined, { bidding: 'MAX_CONVERSIONS', ...(target === undefined ? {} : { target }) }));
    const wish = edit('700', 'target_cpa', '4.5');
    expect(checkChange([wish], campaign(3_000_000))).toEqual([
      { key: '700', field: 'target_cpa', base: 3_000_000, new: 4_500_000 },
    ]);
    expect(checkChange([wish], campaign())).toMatchObject([{ base: null, new: 4_500_000 }]);
  });
});
