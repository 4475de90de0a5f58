import { createLogger, type SearchAdsClient } from '@tapwise/adapters';
import {
  bidSuggestionsResponseSchema,
  budgetRecommendationsResponseSchema,
  keywordSuggestionsResponseSchema,
  targetRecommendationsResponseSchema,
} from '@tapwise/contract/suggestions';
import { type CampaignSettings, campaignStream, type KeywordSettings, olderInterfaceStream } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSuggestions } from '../../../workflows/src/campaigns/serve-suggestions/serve-suggestions.ts';
import { adGroupSettings, campaignSettings, happened } from '../../support/facts/ads-world.ts';
import { eventually } from '../../support/product/product.ts';
import { type CreationService, startCreationService } from '../creations/creation-service.ts';
import { orgId } from '../creations/creation-world.ts';

let service: CreationService;
let newer: SearchAdsClient;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  service = await startCreationService();
  newer = service.simulator.searchAds({ api: 'v1' });
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});
afterAll(() => service.stop());

/** Puts a campaign as a pull showed it, with its keywords, into the log. */
async function observed(campaign: CampaignSettings, keywords: readonly KeywordSettings[] = []): Promise<void> {
  const { campaign_id } = campaign;
  const scope = { org_id: orgId, campaign_id, observed_at: new Date().toISOString() };
  const ad_groups = [...new Set(keywords.map(({ ad_group_id }) => ad_group_id))].map(adGroupSettings);
  await happened(
    service.api,
    campaignStream(campaign_id),
    { type: 'CampaignObserved', data: { ...scope, campaign } },
    { type: 'AdGroupsObserved', data: { ...scope, ad_groups } },
    { type: 'KeywordsObserved', data: { ...scope, keywords: [...keywords] } },
  );
}

/** The worker that asks Apple. */
function serve(searchAds: Pick<SearchAdsClient, 'suggestions'> | undefined): void {
  const stopping = new AbortController();
  const { log } = service.api;
  const logger = createLogger('test', 'silent');
  const served = serveSuggestions({ log, searchAds, logger, signal: stopping.signal });
  stop = async () => {
    stopping.abort();
    await served;
  };
}

const get = (path: string, more: object = {}) => {
  const { api, applicationId, owner } = service;
  const query = { application_id: applicationId, asa_organization_id: orgId, ...more };
  return api.call('GET', `/api/asa/${path}`, { token: owner.token, query });
};
const keywords = async (more: object) =>
  keywordSuggestionsResponseSchema.parse((await get('keyword_suggestions', more)).body);

describe('keyword suggestions', () => {
  it('are those of Apple, and kept for who asks the same', async () => {
    let calls = 0;
    const { suggestions } = newer;
    if (suggestions === null) throw new Error('Version 1 has suggestions');
    serve({
      suggestions: {
        ...suggestions,
        keywords: (scope, question) => {
          calls += 1;
          return suggestions.keywords(scope, question);
        },
      },
    });
    const first = await keywords({ country: 'US,GB', term: ' Rain noise' });
    expect(first).toMatchObject({ state: 'read', read_at: expect.any(String) });
    expect(first.keywords.map(({ text }) => text)).toContain('rain noise app');
    expect(await keywords({ country: 'GB,US', term: 'rain noise' })).toEqual(first);
    expect(calls).toBe(1);
    expect((await keywords({ country: 'GB', term: 'rain noise' })).state).toBe('read');
    expect(calls).toBe(2);
  });

  it('of a campaign are for its countries; a campaign of another is not found', async () => {
    serve(newer);
    const ids = (await newer.findCampaigns({ orgId, currency: 'USD' }, 1500000001)).items;
    expect(await keywords({ campaign_id: 5601 })).toMatchObject({ state: 'read' });
    expect((await get('keyword_suggestions', { campaign_id: ids[0]?.campaign_id })).status).toBe(404);
  });

  it('are none where the interface has none, and where Apple is away', async () => {
    serve({ suggestions: null });
    expect(await keywords({ term: 'absent' })).toMatchObject({ state: 'absent', keywords: [], read_at: null });
    await stop?.();
    serve(undefined);
    expect(await keywords({ term: 'away' })).toMatchObject({ state: 'away', keywords: [] });
  });

  it('are refused for countries of no known form', async () => {
    expect((await get('keyword_suggestions', { country: 'Germany' })).status).toBe(400);
  });
});

describe('budget recommendations', () => {
  it('are of campaigns that the log has, beside what is set', async () => {
    serve(newer);
    const scope = { orgId, currency: 'USD' };
    const [budget] = (await newer.suggestions?.recommended({ ...scope, adamId: 1500000001 }, 'daily_budgets')) ?? [];
    const { items } = await newer.findCampaigns(scope, 1500000001);
    const campaign = items.find(({ campaign_id }) => campaign_id === budget?.campaign_id);
    if (campaign === undefined) throw new Error('Apple recommends a budget');
    await observed(campaign);
    const { campaigns, state } = budgetRecommendationsResponseSchema.parse((await get('budget_recommendations')).body);
    expect(state).toBe('read');
    expect(campaigns).toMatchObject([
      {
        id: campaign.campaign_id,
        name: campaign.name,
        daily_cap: (campaign.daily_budget_micros ?? 0) / 1e6,
        recommended_daily_cap: (budget?.recommended_micros ?? 0) / 1e6,
      },
    ]);
  });
});

describe('target recommendations', () => {
  it('are of campaigns whose bids Apple sets and that have another target', async () => {
    const { suggestions } = newer;
    if (suggestions === null) throw new Error('Version 1 has suggestions');
    const at = (campaign_id: number, micros: number) => ({
      campaign_id,
      recommended_micros: micros,
      expected_installs: 12,
      expected_spend_micros: null,
    });
    const recommended = [at(5801, 3_500_000), at(5802, 3_500_000), at(5803, 3_500_000), at(5899, 3_500_000)];
    serve({ suggestions: { ...suggestions, recommended: async () => recommended } });
    const automatic = { bidding_strategy: 'MAX_CONVERSIONS', target_cpa_micros: 3_100_000 };
    await observed({ ...campaignSettings(5801, 1500000001), ...automatic });
    await observed({ ...campaignSettings(5802, 1500000001), ...automatic, target_cpa_micros: 3_500_000 });
    await observed(campaignSettings(5803, 1500000001));
    const { campaigns, state } = targetRecommendationsResponseSchema.parse((await get('target_recommendations')).body);
    expect(state).toBe('read');
    expect(campaigns).toMatchObject([
      { id: 5801, target_cpa: 3.1, recommended_target_cpa: 3.5, expected_installs: 12, expected_spend: null },
    ]);
  });
});

describe('bid suggestions', () => {
  const bids = async (more: object) => bidSuggestionsResponseSchema.parse((await get('bid_suggestions', more)).body);
  const keyword = (keyword_id: number, ad_group_id: number, changes: Partial<KeywordSettings> = {}) => ({
    keyword_id,
    ad_group_id,
    text: `keyword ${keyword_id}`,
    match_type: 'EXACT',
    status: 'ACTIVE' as const,
    deleted: false,
    bid_micros: 1_700_000,
    modified_at: null,
    ...changes,
  });
  let campaignsAsked: number[];
  const serveBids = (suggested: readonly number[]) => {
    const { suggestions } = newer;
    if (suggestions === null) throw new Error('Version 1 has suggestions');
    campaignsAsked = [];
    serve({
      suggestions: {
        ...suggestions,
        bids: async (_scope, campaignId) => {
          campaignsAsked.push(campaignId);
          return suggested.map((keyword_id) => ({ keyword_id, suggested_micros: 1_100_000 }));
        },
      },
    });
  };

  it('are of keywords that the log has and that are there; those without one are left out', async () => {
    serveBids([11, 12, 13, 99]);
    const following = keyword(12, 2, { bid_micros: null });
    await observed(campaignSettings(5901, 1500000001), [
      keyword(11, 1),
      following,
      keyword(13, 1, { deleted: true }),
      keyword(14, 1),
    ]);
    const first = await bids({ campaign_id: 5901 });
    expect(first).toMatchObject({ state: 'read', read_at: expect.any(String), currency: 'USD' });
    expect(first.bids).toEqual([
      { ad_group_id: 1, keyword_id: 11, cpt_bid: 1.7, suggested_cpt_bid: 1.1 },
      { ad_group_id: 2, keyword_id: 12, cpt_bid: null, suggested_cpt_bid: 1.1 },
    ]);
    expect(await bids({ campaign_id: 5901 })).toEqual(first);
    expect(campaignsAsked).toEqual([5901]);
    expect((await bids({ campaign_id: 5901, ad_group_id: 2 })).bids.map(({ keyword_id }) => keyword_id)).toEqual([12]);
    expect((await get('bid_suggestions', { campaign_id: 5901, ad_group_id: 3 })).status).toBe(404);
  });

  it('are not asked for where Apple sets the bids', async () => {
    serveBids([21]);
    await observed({ ...campaignSettings(5902, 1500000001), bidding_strategy: 'MAX_CONVERSIONS' }, [keyword(21, 1)]);
    expect(await bids({ campaign_id: 5902 })).toMatchObject({ state: 'read', read_at: null, bids: [] });
    expect(campaignsAsked).toEqual([]);
  });

  it('are those of Apple, of the campaign that is asked about', async () => {
    serve(newer);
    const scope = { orgId, currency: 'USD' };
    const { items } = await newer.findCampaigns(scope, 1500000001);
    const brand = items.find(({ name, deleted }) => name.includes('Brand') && !deleted);
    if (brand === undefined) throw new Error('There is a campaign for the brand');
    const { items: keywords } = await newer.findKeywords(scope, brand.campaign_id);
    await observed(brand, keywords.slice(0, 40));
    const answer = await bids({ campaign_id: brand.campaign_id });
    expect(answer.bids.length).toBeGreaterThan(0);
    for (const { cpt_bid, suggested_cpt_bid } of answer.bids)
      expect(suggested_cpt_bid).toBeCloseTo((cpt_bid ?? Number.NaN) * 1.1, 2);
  });

  it('are none where the interface has none; a campaign of nobody is not found', async () => {
    serve({ suggestions: null });
    await observed(campaignSettings(5903, 1500000001));
    expect(await bids({ campaign_id: 5903 })).toMatchObject({ state: 'absent', read_at: null, bids: [] });
    expect((await get('bid_suggestions', { campaign_id: 5999 })).status).toBe(404);
    expect((await get('bid_suggestions')).status).toBe(400);
  });
});

it('an organization that is disconnected is refused in words', async () => {
  const ended = {
    version: 'v5',
    operation: 'GET /acls',
    http_status: 410,
    ended_at: new Date().toISOString(),
  } as const;
  await happened(service.api, olderInterfaceStream, { type: 'AdsInterfaceEnded', data: ended });
  for (const path of ['keyword_suggestions', 'budget_recommendations', 'target_recommendations']) {
    const { body } = await eventually(
      () => get(path),
      ({ status }) => status === 409,
    );
    expect(body).toMatchObject({ code: 'apple_ads_not_connected', error_message: expect.stringContaining('Apple') });
  }
});
