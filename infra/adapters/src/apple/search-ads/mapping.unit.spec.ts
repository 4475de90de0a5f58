import { describe, expect, it } from 'vitest';
import { adFromWire, campaignFromWire, figuresFromRow, keywordFromWire, organizationFromAcl } from './mapping.ts';
import { campaignWire, keywordWire, reportRowWire } from './schemas.ts';

const campaign = {
  id: 700000001,
  orgId: 40669820,
  adamId: 1500000001,
  name: 'US | Brand | Exact',
  status: 'ENABLED',
  displayStatus: 'RUNNING',
  deleted: false,
  countriesOrRegions: ['US', 'GB'],
  supplySources: ['APPSTORE_SEARCH_RESULTS'],
  dailyBudgetAmount: { amount: '50', currency: 'USD' },
  modificationTime: '2026-01-30T12:00:00.000',
};

describe('settings of the ad service', () => {
  it('are read as ours: money in micros, times as UTC, countries in order', () => {
    expect(campaignFromWire(campaignWire.parse(campaign), 'EUR')).toEqual({
      campaign_id: 700000001,
      adam_id: 1500000001,
      name: 'US | Brand | Exact',
      status: 'ENABLED',
      display_status: 'RUNNING',
      deleted: false,
      countries: ['GB', 'US'],
      supply_sources: ['APPSTORE_SEARCH_RESULTS'],
      currency: 'USD',
      budget_micros: null,
      daily_budget_micros: 50_000_000,
      modified_at: '2026-01-30T12:00:00.000Z',
    });
  });

  it('take the currency of the organization where a campaign says none', () => {
    const { dailyBudgetAmount: _, ...unpaid } = campaign;
    expect(campaignFromWire(campaignWire.parse(unpaid), 'RMB')).toMatchObject({
      currency: 'RMB',
      daily_budget_micros: null,
    });
  });

  it('never pass an amount through a binary fraction', () => {
    const keyword = { id: 1, adGroupId: 2, text: 'sleep', matchType: 'EXACT', status: 'ACTIVE' };
    const bid = (amount: string | number) =>
      keywordFromWire(keywordWire.parse({ ...keyword, bidAmount: { amount, currency: 'USD' } })).bid_micros;
    expect([bid('1.15'), bid('0.8312'), bid('4.35'), bid(0.57)]).toEqual([1_150_000, 831_200, 4_350_000, 570_000]);
  });

  it('count as paused when a status is not known', () => {
    const keyword = { id: 1, adGroupId: 2, text: 'sleep', matchType: 'BROAD', status: 'LIMITED' };
    expect(keywordFromWire(keywordWire.parse(keyword))).toMatchObject({ status: 'PAUSED', bid_micros: null });
  });

  it('name the product page of an ad by its creative', () => {
    const ad = { id: 1, adGroupId: 2, creativeId: 3, name: 'Ad' };
    expect(adFromWire(ad, new Map([[3, 'Sleep']])).product_page_name).toBe('Sleep');
    expect(adFromWire({ ...ad, creativeId: 4 }, new Map([[3, 'Sleep']])).product_page_name).toBeNull();
  });

  it('count an empty payment model as none', () => {
    const acl = { orgId: 1, orgName: 'Acme', currency: 'USD', paymentModel: '', timeZone: 'America/Los_Angeles' };
    expect(organizationFromAcl(acl)).toMatchObject({ display_name: null, payment_model: null });
  });
});

describe('figures of the ad service', () => {
  const row = (granularity: object[], metadata: object = {}) =>
    reportRowWire.parse({ other: false, metadata: { countryOrRegion: 'US', ...metadata }, granularity });
  const active = {
    date: '2026-02-01',
    impressions: 820,
    taps: 61,
    tapInstalls: 38,
    viewInstalls: 4,
    totalInstalls: 42,
    localSpend: { amount: '72.1234', currency: 'USD' },
  };

  it('are one entry per day with activity', () => {
    const wire = row([active, { date: '2026-02-02' }, { ...active, date: '2026-02-03' }], { campaignId: 7 });
    expect(figuresFromRow(wire, 'campaign', null)).toEqual(
      ['2026-02-01', '2026-02-03'].map((day) => ({
        campaign_id: 7,
        day,
        row: {
          ad_group_id: 0,
          keyword_id: 0,
          country: 'US',
          impressions: 820,
          taps: 61,
          tap_installs: 38,
          view_installs: 4,
          spend_micros: 72_123_400,
        },
      })),
    );
  });

  it('take the campaign they were asked of where a row does not repeat it', () => {
    const wire = row([active], { adGroupId: 8, keywordId: 9 });
    expect(figuresFromRow(wire, 'keyword', 7)).toMatchObject([
      { campaign_id: 7, row: { ad_group_id: 8, keyword_id: 9 } },
    ]);
  });

  it('count installs after a view as what is left of the total when they are not given', () => {
    const { viewInstalls: _, ...older } = active;
    expect(figuresFromRow(row([older]), 'campaign', 7)).toMatchObject([{ row: { view_installs: 4 } }]);
  });

  it('are refused when a row does not say what it is about', () => {
    expect(() => figuresFromRow(row([active]), 'campaign', null)).toThrow('names no campaign');
    expect(() => figuresFromRow(row([active], { adGroupId: 8 }), 'keyword', 7)).toThrow('names no keyword');
  });
});
