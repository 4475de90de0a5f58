import type { SearchAdsClient, SuggestionReader } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

const scope = { orgId: 40669820, currency: 'USD', adamId: 1500000001 };
let simulator: SimulatorProcess;
let client: SearchAdsClient;
let suggestions: SuggestionReader;

beforeAll(async () => {
  simulator = await startSimulator();
  client = simulator.searchAds({ api: 'v1' });
  if (client.suggestions === null) throw new Error('Version 1 has suggestions');
  suggestions = client.suggestions;
});
afterAll(() => simulator.stop());

describe('suggestions of Apple', () => {
  it('of keywords are around a term, the most popular first, each once', async () => {
    const near = await suggestions.keywords(scope, { countries: ['US', 'GB'], term: 'rain noise' });
    expect(near.map(({ text }) => text)).toContain('rain noise app');
    const popularity = near.map((keyword) => keyword.popularity);
    expect(popularity).toEqual(popularity.toSorted((left, right) => right - left));
    expect(popularity.every((number) => number >= 5 && number <= 100)).toBe(true);
    expect(new Set(near.map(({ text }) => text)).size).toBe(near.length);
    const whole = await suggestions.keywords(scope, { countries: [], term: null });
    expect(whole.length).toBeGreaterThan(10);
  });

  it('of daily budgets are of campaigns of the app, and more than there is now', async () => {
    const budgets = await suggestions.recommended(scope, 'daily_budgets');
    expect(budgets.length).toBeGreaterThan(0);
    const { items } = await client.findCampaigns(scope, scope.adamId);
    const campaigns = new Map(items.map((campaign) => [campaign.campaign_id, campaign]));
    for (const { campaign_id, recommended_micros } of budgets) {
      expect(recommended_micros).toBeGreaterThan(campaigns.get(campaign_id)?.daily_budget_micros ?? Number.NaN);
    }
  });

  it('of target CPAs are of campaigns whose bids Apple sets, and another than there is now', async () => {
    expect(await suggestions.recommended(scope, 'target_cpas')).toEqual([]);
    const yen = (await client.acls()).items.find(({ currency }) => currency === 'JPY');
    const there = { orgId: yen?.org_id ?? 0, currency: 'JPY', adamId: 1500000002 };
    const targets = await suggestions.recommended(there, 'target_cpas');
    const { items } = await client.findCampaigns(there, there.adamId);
    const automatic = items.filter(({ bidding_strategy }) => bidding_strategy === 'MAX_CONVERSIONS');
    expect(targets.map(({ campaign_id }) => campaign_id)).toEqual(automatic.map(({ campaign_id }) => campaign_id));
    expect(targets).not.toEqual([]);
    for (const [index, { recommended_micros }] of targets.entries()) {
      expect(recommended_micros).toBeGreaterThan(0);
      expect(recommended_micros).not.toBe(automatic[index]?.target_cpa_micros);
    }
  });

  it('of bids are of keywords of the campaign that have one, as they can be set', async () => {
    const { items } = await client.findCampaigns(scope, scope.adamId);
    const brand = items.find(({ name, deleted }) => name.includes('Brand') && !deleted);
    if (brand === undefined) throw new Error('There is a campaign for the brand');
    const bids = await suggestions.bids(scope, brand.campaign_id);
    const keywords = (await client.findKeywords(scope, brand.campaign_id)).items;
    const ownBids = new Map(keywords.map(({ keyword_id, bid_micros }) => [keyword_id, bid_micros]));
    expect(bids.length).toBeGreaterThan(0);
    expect(new Set(bids.map(({ keyword_id }) => keyword_id)).size).toBe(bids.length);
    for (const { keyword_id, suggested_micros } of bids) {
      // The simulated market suggests a tenth more, and nothing for a keyword that follows its ad group.
      expect(suggested_micros).toBe(Math.round(((ownBids.get(keyword_id) ?? Number.NaN) * 1.1) / 10_000) * 10_000);
    }
  });

  it('are refused for an app of another account', async () => {
    const foreign = { ...scope, adamId: 1500000002 };
    await expect(suggestions.keywords(foreign, { countries: ['US'], term: null })).rejects.toMatchObject({
      status: 400,
    });
    // Asked for by campaign, of which it has none here.
    expect(await suggestions.recommended(foreign, 'daily_budgets')).toEqual([]);
  });

  it('are none in version 5', () => {
    expect(simulator.searchAds({ api: 'v5' }).suggestions).toBeNull();
  });
});
