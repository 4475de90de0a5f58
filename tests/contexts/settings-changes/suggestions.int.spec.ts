import { createLogger, type SearchAdsClient } from '@tapwise/adapters';
import { budgetRecommendationsResponseSchema, keywordSuggestionsResponseSchema } from '@tapwise/contract/suggestions';
import { campaignStream, olderInterfaceStream } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSuggestions } from '../../../workflows/src/campaigns/serve-suggestions/serve-suggestions.ts';
import { happened } from '../../support/facts/ads-world.ts';
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
    const [budget] = (await newer.suggestions?.dailyBudgets({ ...scope, adamId: 1500000001 })) ?? [];
    const { items } = await newer.findCampaigns(scope, 1500000001);
    const campaign = items.find(({ campaign_id }) => campaign_id === budget?.campaign_id);
    if (campaign === undefined) throw new Error('Apple recommends a budget');
    const observed_at = new Date().toISOString();
    await happened(service.api, campaignStream(campaign.campaign_id), {
      type: 'CampaignObserved',
      data: { org_id: orgId, campaign_id: campaign.campaign_id, observed_at, campaign },
    });
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

it('an organization that stands is refused in words', async () => {
  const ended = {
    version: 'v5',
    operation: 'GET /acls',
    http_status: 410,
    ended_at: new Date().toISOString(),
  } as const;
  await happened(service.api, olderInterfaceStream, { type: 'AdsInterfaceEnded', data: ended });
  for (const path of ['keyword_suggestions', 'budget_recommendations']) {
    const { body } = await eventually(
      () => get(path),
      ({ status }) => status === 409,
    );
    expect(body).toMatchObject({ code: 'apple_ads_not_connected', error_message: expect.stringContaining('Apple') });
  }
});
