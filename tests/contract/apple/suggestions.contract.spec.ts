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
    const budgets = await suggestions.dailyBudgets(scope);
    expect(budgets.length).toBeGreaterThan(0);
    const { items } = await client.findCampaigns(scope, scope.adamId);
    const campaigns = new Map(items.map((campaign) => [campaign.campaign_id, campaign]));
    for (const { campaign_id, recommended_micros } of budgets) {
      expect(recommended_micros).toBeGreaterThan(campaigns.get(campaign_id)?.daily_budget_micros ?? Number.NaN);
    }
  });

  it('are refused for an app of another account', async () => {
    const foreign = { ...scope, adamId: 1500000002 };
    await expect(suggestions.keywords(foreign, { countries: ['US'], term: null })).rejects.toMatchObject({
      status: 400,
    });
    // Asked for by campaign, of which it has none here.
    expect(await suggestions.dailyBudgets(foreign)).toEqual([]);
  });

  it('are none in version 5', () => {
    expect(simulator.searchAds({ api: 'v5' }).suggestions).toBeNull();
  });
});
