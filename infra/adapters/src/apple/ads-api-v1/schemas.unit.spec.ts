import { describe, expect, it } from 'vitest';
import { readItems } from '../ad-service/lists/item-reader.ts';
import { readInFull } from '../ad-service/wire/lenient.ts';
import { adFromWire, adGroupFromWire, campaignFromWire, keywordFromWire } from '../ad-service/wire/settings.ts';
import { remoteCampaign, remoteCreative, remoteKeyword } from '../ad-service/writes/remote-objects.ts';
import { adGroupWire, adWireWith, campaignWire, creativeWire, keywordWire, remoteCampaignWire } from './schemas.ts';

const campaign = {
  id: 700000001,
  adAccountId: 52000111,
  name: 'US | Brand | Exact',
  status: 'ENABLED',
  billingEvent: 'TAPS',
  promotedObjectType: 'APPSTORE_APP',
  promotedObjectId: '1500000001',
  dailyBudget: { value: { amount: '50.00', currency: 'USD' } },
  targeting: {
    supplySource: { include: ['APPSTORE'] },
    supplyPlacement: { include: ['APPSTORE_PRODUCT_PAGES'] },
    countryOrRegion: { include: ['US', 'GB'] },
  },
  bidStrategy: { bidStrategyType: 'MANUAL_CPT', bidStrategyGoal: 'TAP' },
  systemStatus: 'RUNNING',
  displayStatus: 'RUNNING',
  deleted: false,
  modificationTime: '2026-08-23T18:28:09.044',
};
const readCampaign = (object: object) =>
  readItems([object], {
    schema: campaignWire,
    translate: (wire, notes) => (wire === undefined ? [] : campaignFromWire(wire, 'USD', notes)),
  });
const shownAs = (object: object) => readCampaign({ ...campaign, ...object }).items[0]?.display_status;

describe('a campaign of version 1', () => {
  it('is one of ours: money is unwrapped, ids are numbers, words are those of version 5, countries are sorted', () => {
    const { items, notes, unread } = readCampaign(campaign);
    expect(items).toEqual([
      {
        campaign_id: 700000001,
        adam_id: 1500000001,
        name: 'US | Brand | Exact',
        status: 'ENABLED',
        display_status: 'RUNNING',
        deleted: false,
        countries: ['GB', 'US'],
        supply_sources: ['APPSTORE_PRODUCT_PAGES_BROWSE'],
        currency: 'USD',
        budget_micros: null,
        daily_budget_micros: 50_000_000,
        modified_at: '2026-08-23T18:28:09.044Z',
        bidding_strategy: 'MANUAL_CPT',
      },
    ]);
    // A total budget is not shown any more: the one that was stored holds, and the reading is whole.
    expect([notes, [...unread.values()]]).toEqual([[], [new Set(['budget_micros'])]]);
  });

  it('is shown in the words of version 5, and in its own where they are new', () => {
    expect(shownAs({ deleted: true })).toBe('DELETED');
    expect(shownAs({ status: 'PAUSED', displayStatus: 'ON_HOLD' })).toBe('PAUSED');
    expect(
      ['LIMITED', 'PROCESSING', 'ON_HOLD', 'BRAND_NEW'].map((displayStatus) => shownAs({ displayStatus })),
    ).toEqual(['RUNNING', 'ON_HOLD', 'ON_HOLD', 'BRAND_NEW']);
  });

  it('is none of ours when it promotes something else than an app', () => {
    const { items, notes } = readCampaign({ ...campaign, promotedObjectType: 'BUSINESS_BRAND', promotedObjectId: 'x' });
    expect([items, notes]).toEqual([[], []]);
  });

  it('keeps all of its other fields when one has no known form', () => {
    const { items, unread } = readCampaign({ ...campaign, dailyBudget: { value: 5 }, brandNew: { any: 1 } });
    expect(items).toMatchObject([{ name: 'US | Brand | Exact', daily_budget_micros: null }]);
    expect([...unread.values()]).toEqual([new Set(['budget_micros', 'daily_budget_micros'])]);
  });

  it('before a write has reasons in the words of version 5', () => {
    const reasons = ['AD_GROUPS_MISSING', 'AD_GROUPS_NOT_RUNNING', 'BRAND_NEW'];
    const wire = remoteCampaignWire.parse({ ...campaign, systemStatusReasons: reasons, paymentModel: 'LOC' });
    expect(remoteCampaign(wire)).toMatchObject({
      dailyBudget: '50',
      totalBudget: null,
      paymentModel: 'LOC',
      servingReasons: ['AD_GROUP_MISSING', 'NO_AVAILABLE_AD_GROUPS', 'BRAND_NEW'],
    });
    expect(() => readInFull(remoteCampaignWire.parse({ ...campaign, name: 5 }))).toThrow('name');
  });
});

describe('bids of version 1', () => {
  const bid = (amount: string) => ({ amount, currency: 'USD' });
  const group = (bidStrategy: object) =>
    readItems([{ id: 8, campaignId: 7, name: 'G', status: 'ENABLED', bidStrategy }], {
      schema: adGroupWire,
      translate: (wire, notes) => adGroupFromWire(wire, 'USD', notes),
    }).items[0]?.default_bid_micros;
  const keyword = (fields: object) =>
    readItems([{ id: 9, adGroupId: 8, text: 'calm', matchType: 'EXACT', status: 'ENABLED', ...fields }], {
      schema: keywordWire,
      translate: (wire, notes) => keywordFromWire(wire, 'USD', notes),
    }).items[0];

  it('are none where the service sets them', () => {
    expect(group({ bidStrategyType: 'MANUAL_CPT', bidStrategyGoal: 'TAP', bid: bid('0.90') })).toBe(900_000);
    expect(group({ bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL', bid: bid('0') })).toBeNull();
    expect(group({ bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL', bid: bid('3.10') })).toBeNull();
    expect(keyword({ bid: bid('0.00') })?.bid_micros).toBeNull();
    const word = { id: 9, adGroupId: 8, text: 'calm', matchType: 'EXACT', status: 'ENABLED' };
    expect(remoteKeyword(keywordWire.parse({ ...word, bid: bid('0') })).bid).toBeNull();
  });

  it('that the service sets aim at a target CPA, which a campaign with bids of its own does not have', () => {
    const target = (bidStrategyType: string, amount?: string) =>
      readCampaign({
        ...campaign,
        bidStrategy: { bidStrategyType, ...(amount === undefined ? {} : { bid: bid(amount) }) },
      });
    const automatic = { bidding_strategy: 'MAX_CONVERSIONS', target_cpa_micros: 4_500_000 };
    expect(target('MAX_CONVERSIONS', '4.50').items).toMatchObject([automatic]);
    for (const { items } of [target('MAX_CONVERSIONS'), target('MAX_CONVERSIONS', '0'), target('MANUAL_CPT', '1')]) {
      expect(items[0]).not.toHaveProperty('target_cpa_micros');
    }
  });

  it('of keywords are their own, or absent', () => {
    expect(keyword({ bid: bid('1.2') })).toMatchObject({ status: 'ACTIVE', bid_micros: 1_200_000 });
    expect([keyword({})?.bid_micros, keyword({ bid: null })?.bid_micros]).toEqual([null, null]);
  });
});

describe('ads and creatives of version 1', () => {
  const creative = {
    id: 5,
    name: 'Sleep page',
    creativeType: 'CUSTOM_PRODUCT_PAGE',
    destination: { destinationType: 'APP_STORE_PRODUCT_PAGE', parameters: { adamId: '15', productPageId: 'page' } },
    systemStatus: 'PENDING',
  };

  it('name their app and page by their destination, and may be pending', () => {
    expect(remoteCreative(creativeWire.parse(creative))).toMatchObject({
      adamId: 15,
      productPageId: 'page',
      valid: false,
      pending: true,
    });
    expect(creativeWire.parse({ ...creative, destination: undefined })).toMatchObject({ isWhole: false });
  });

  it('have the type of their creative where it is known; otherwise the stored one holds', () => {
    const read = (typeOf: (id: number) => string | undefined) =>
      readItems([{ id: 1, adGroupId: 8, creativeId: 5, name: 'A', status: 'ENABLED' }], {
        schema: adWireWith(typeOf),
        translate: (wire, notes) => adFromWire(wire, new Map(), notes),
      });
    expect(read(() => 'DEFAULT_PRODUCT_PAGE').items).toMatchObject([{ creative_type: 'DEFAULT_PRODUCT_PAGE' }]);
    const { items, unread, notes } = read(() => undefined);
    expect([items[0]?.creative_type, [...unread.values()], notes]).toEqual([
      undefined,
      [new Set(['creative_type'])],
      [],
    ]);
  });
});
