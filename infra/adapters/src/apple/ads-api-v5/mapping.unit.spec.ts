import { describe, expect, it } from 'vitest';
import { readItems } from '../ad-service/lists/item-reader.ts';
import {
  adFromWire,
  adGroupFromWire,
  campaignFromWire,
  keywordFromWire,
  organizationFromWire,
} from '../ad-service/wire/settings.ts';
import { remoteKeyword } from '../ad-service/writes/remote-objects.ts';
import { adGroupWire, adWire, campaignWire, keywordWire } from './schemas.ts';

/** One object read in an organization of some currency. */
const readCampaign = (object: object, currency: string) =>
  readItems([object], { schema: campaignWire, translate: (wire, notes) => campaignFromWire(wire, currency, notes) });
const readAdGroup = (object: object) =>
  readItems([object], { schema: adGroupWire, translate: (wire, notes) => adGroupFromWire(wire, 'USD', notes) });
const readKeyword = (object: object) =>
  readItems([object], { schema: keywordWire, translate: (wire, notes) => keywordFromWire(wire, 'USD', notes) });
const readAd = (object: object, pageNames: ReadonlyMap<number, string>) =>
  readItems([object], { schema: adWire, translate: (wire, notes) => adFromWire(wire, pageNames, notes) });
const unreadOf = <Item>({
  items: [item],
  unread,
}: {
  items: Item[];
  unread: ReadonlyMap<Item, ReadonlySet<string>>;
}) => (item === undefined ? [] : [...(unread.get(item) ?? [])].sort());

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
    expect(readCampaign(campaign, 'USD').items[0]).toEqual({
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
    expect(readCampaign(unpaid, 'RMB').items[0]).toMatchObject({
      currency: 'RMB',
      daily_budget_micros: null,
    });
  });

  it('never pass an amount through a binary fraction', () => {
    const keyword = { id: 1, adGroupId: 2, text: 'sleep', matchType: 'EXACT', status: 'ACTIVE' };
    const bid = (amount: string | number) =>
      readKeyword({ ...keyword, bidAmount: { amount, currency: 'USD' } }).items[0]?.bid_micros;
    expect([bid('1.15'), bid('0.8312'), bid('4.35'), bid(0.57)]).toEqual([1_150_000, 831_200, 4_350_000, 570_000]);
  });

  it('have no bid where the service shows 0, and a target CPA where it aims at one', () => {
    const money = (amount: string) => ({ amount, currency: 'USD' });
    const word = { id: 1, adGroupId: 2, text: 'sleep', matchType: 'EXACT', status: 'ACTIVE', bidAmount: money('0') };
    expect(readKeyword(word).items).toMatchObject([{ bid_micros: null }]);
    expect(remoteKeyword(keywordWire.parse(word)).bid).toBeNull();
    const group = { id: 3, name: 'Exact', status: 'ENABLED', defaultBidAmount: money('0') };
    expect(readAdGroup(group).items).toMatchObject([{ default_bid_micros: null }]);
    const automatic = { ...campaign, biddingStrategy: 'MAX_CONVERSIONS', targetCpa: money('4.50') };
    expect(readCampaign(automatic, 'USD').items).toMatchObject([{ target_cpa_micros: 4_500_000 }]);
  });

  it('say which fields could not be read, and keep all others', () => {
    const keyword = { id: 1, adGroupId: 2, text: 'sleep', matchType: 'BROAD', status: 'LIMITED' };
    const read = readKeyword({ ...keyword, bidAmount: { amount: 'null', currency: 'USD' }, deleted: 'no' });
    expect(read.items).toMatchObject([{ keyword_id: 1, text: 'sleep', match_type: 'BROAD', status: 'PAUSED' }]);
    expect(unreadOf(read)).toEqual(['bid_micros', 'deleted', 'status']);
    expect(read.notes).toMatchObject([{ reason: 'unreadable_field', times: 3 }]);
    expect(unreadOf(readAdGroup({ id: 3, status: 'ENABLED' }))).toEqual(['name']);
  });

  it('never take an amount in another currency for one in that of the organization', () => {
    const bid = { amount: '1.2', currency: 'EUR' };
    const read = readAdGroup({ id: 3, name: 'Exact', status: 'ENABLED', defaultBidAmount: bid, cpaGoal: bid });
    expect(read.items).toMatchObject([{ default_bid_micros: null, cpa_goal_micros: null }]);
    expect(unreadOf(read)).toEqual(['cpa_goal_micros', 'default_bid_micros']);
    expect(read.notes).toMatchObject([{ reason: 'other_currency' }]);
    expect(unreadOf(readCampaign(campaign, 'EUR'))).toEqual(['daily_budget_micros']);
  });

  it('know the yuan by both of its names', () => {
    const budget = { dailyBudgetAmount: { amount: '50', currency: 'CNY' } };
    const read = readCampaign({ ...campaign, ...budget }, 'RMB');
    expect(read).toMatchObject({ items: [{ currency: 'CNY', daily_budget_micros: 50_000_000 }], notes: [] });
  });

  it('name the product page of an ad by its creative', () => {
    const ad = { id: 1, adGroupId: 2, creativeId: 3, name: 'Ad' };
    expect(readAd(ad, new Map([[3, 'Sleep']])).items[0]?.product_page_name).toBe('Sleep');
    expect(readAd({ ...ad, creativeId: 4 }, new Map([[3, 'Sleep']])).items[0]?.product_page_name).toBeNull();
  });

  it('count an empty payment model as none', () => {
    const acl = { orgId: 1, orgName: 'Acme', currency: 'USD', paymentModel: '', timeZone: 'America/Los_Angeles' };
    expect(organizationFromWire(acl)).toMatchObject({ display_name: null, payment_model: null });
  });
});
