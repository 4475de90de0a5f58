import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
const JP = 40771010;
let simulator: Simulator;
let call: PlatformCaller;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.2, historyMonths: 2 });
  call = await createPlatformCaller(simulator);
});
afterAll(() => simulator.stop());

interface Recommendation {
  readonly id: string;
  readonly campaignId: number;
  readonly state: string;
  readonly installs: number;
  readonly creationTime: string;
  readonly dailyBudget?: { readonly amount: string };
  readonly suggestedDailyBudgetAmount?: { readonly amount: string };
  readonly recommendedTargetCPA?: { readonly amount: string };
}
const filter = (field: string, ...value: readonly unknown[]) => ({ field, operator: 'EQUALS', value });
const appFilters = (adamId: string) => [
  filter('promotedObjectId', adamId),
  filter('promotedObjectType', 'APPSTORE_APP'),
];
const recommended = async (kind: string, account: number, adamId: string, further: readonly object[] = []) => {
  const { body } = await call<Recommendation[]>(`/recommendations/${kind}/query`, account, {
    filters: [...appFilters(adamId), ...further],
  });
  return body?.result ?? [];
};
const item = (id: string | undefined, adamId: string, changes: object = {}) => [
  { id, promotedObjectId: adamId, promotedObjectType: 'APPSTORE_APP', ...changes },
];

describe('recommendations', () => {
  it('of daily budgets are higher than those there are, with what was and would be', async () => {
    const [first, ...further] = await recommended('daily-budgets', US, '1500000001');
    expect(further.length).toBeGreaterThan(0);
    expect(first?.state).toBe('AVAILABLE');
    expect(first?.creationTime).toMatch(/Z$/);
    expect(Number(first?.suggestedDailyBudgetAmount?.amount)).toBeGreaterThan(Number(first?.dailyBudget?.amount));
    const byCampaign = await recommended('daily-budgets', US, String(first?.campaignId));
    expect(byCampaign.map(({ id }) => id)).toEqual([first?.id]);
  });

  it('are applied once, with another amount if one is given, and change the campaign', async () => {
    const [first] = await recommended('daily-budgets', US, '1500000001');
    const amount = { amount: '12345.00', currency: 'USD' };
    const path = '/recommendations/daily-budgets/apply';
    const { body } = await call(path, US, item(first?.id, '1500000001', { appliedDailyBudget: amount }));
    expect(body?.result).toMatchObject([{ state: 'APPLIED', appliedDailyBudgetAmount: { amount: '12345' } }]);
    const campaign = await call(`/campaigns/${first?.campaignId}`, US);
    expect(campaign.body?.result).toMatchObject({
      dailyBudget: { value: { amount: expect.stringMatching(/^12345/) } },
    });
    const [again] = await recommended('daily-budgets', US, '1500000001', [filter('state', 'APPLIED')]);
    expect(again?.id).toBe(first?.id);
    expect((await call(path, US, item(first?.id, '1500000001'))).status).toBe(400);
  });

  it('are dismissed without a change', async () => {
    const [first] = await recommended('daily-budgets', US, '1500000001', [filter('state', 'AVAILABLE')]);
    const before = (await call(`/campaigns/${first?.campaignId}`, US)).body?.result;
    const { body } = await call('/recommendations/daily-budgets/dismiss', US, item(first?.id, '1500000001'));
    expect(body?.result).toMatchObject([{ recommendationId: first?.id, state: 'DISMISSED' }]);
    expect((await call(`/campaigns/${first?.campaignId}`, US)).body?.result).toEqual(before);
    expect((await call('/recommendations/daily-budgets/dismiss', US, item('none', '1500000001'))).status).toBe(404);
  });

  it('of targets are for campaigns of which Apple sets the bids', async () => {
    expect(await recommended('target-cpas', US, '1500000001')).toEqual([]);
    const [first] = await recommended('target-cpas', JP, '1500000002');
    const { status } = await call('/recommendations/target-cpas/apply', JP, item(first?.id, '1500000002'));
    expect(status).toBe(200);
    expect((await call(`/campaigns/${first?.campaignId}`, JP)).body?.result).toMatchObject({
      bidStrategy: { bid: { amount: first?.recommendedTargetCPA?.amount } },
    });
  });

  it.each([
    { why: 'a value that is no list', filters: [{ ...filter('promotedObjectId'), value: '1500000001' }] },
    { why: 'no type', filters: [filter('promotedObjectId', '1500000001')] },
    { why: 'another account', filters: appFilters('1500000002') },
    { why: 'an unknown field', filters: [...appFilters('1500000001'), filter('colour', 'red')] },
  ])('are refused for $why', async ({ filters }) => {
    expect((await call('/recommendations/daily-budgets/query', US, { filters })).status).toBe(400);
  });
});

describe('suggestions', () => {
  interface Suggestion {
    readonly text: string;
    readonly popularity: number;
  }
  const suggested = async (further: readonly object[]) =>
    (
      await call<Suggestion[]>('/suggestions/keywords/query', US, {
        filters: [...appFilters('1500000001'), ...further],
      })
    ).body?.result ?? [];

  it('of keywords have a popularity, the highest first, and follow the first term', async () => {
    const keywords = await suggested([]);
    expect(keywords).toHaveLength(20);
    expect(keywords.map(({ popularity }) => popularity)).toEqual(
      keywords.map(({ popularity }) => popularity).sort((left, right) => right - left),
    );
    expect(keywords.every(({ popularity }) => popularity >= 5 && popularity <= 100)).toBe(true);
    const near = await suggested([filter('terms', 'rain noise', 'ignored')]);
    expect(near.map(({ text }) => text)).toContain('rain noise app');
    expect(near.some(({ text }) => text.startsWith('ignored'))).toBe(false);
  });

  it('of a target are in the currency of the account', async () => {
    const filters = [...appFilters('1500000002'), { field: 'countryOrRegion', operator: 'IN', value: ['JP'] }];
    const { body } = await call('/suggestions/target-cpas/query', JP, { filters });
    expect(body?.result).toMatchObject({ suggestedTargetCPA: { currency: 'JPY' }, countryOrRegion: ['JP'] });
  });
});

describe('what else can be asked', () => {
  it('are pages, apps, eligibility and places', async () => {
    const filters = [{ field: 'adamId', operator: 'EQUALS', value: 1500000001 }];
    const pages = await call<{ id: string; name: string }[]>('/product-pages/query', US, { filters });
    expect(pages.body?.result?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Moonvale', 'Sleep stories', 'Blue icon']),
    );
    const [page] = pages.body?.result ?? [];
    expect((await call(`/product-pages/${page?.id}`, US)).body?.result).toEqual(page);
    expect((await call('/apps/1500000001', US)).body?.result).toMatchObject({ id: '1500000001', isPreorder: false });
    expect((await call('/search/apps?query=moon&returnOwnedApps=true', US)).body?.result).toMatchObject([
      { adamId: 1500000001, appName: 'Moonvale' },
    ]);
    const eligible = await call<object[]>('/eligibilities/apps/query', US, {
      filters: [...filters, { field: 'countryOrRegion', operator: 'EQUALS', value: 'US' }],
      pagination: { pageSize: 100 },
    });
    expect(eligible.body?.result).toHaveLength(8);
    const california = { id: '11400001', legacyId: 'US|CA', displayName: 'California, United States' };
    const areas = '/search/geo?supplySource=APPSTORE&entity=AdminArea&countryCode=US&query=cal';
    expect((await call(areas, US)).body?.result).toMatchObject([california]);
    const byCode = (entity: string) =>
      call('/search/geo', US, { geoRequest: [{ legacyId: 'US|CA', entity }], supplySource: 'APPSTORE' });
    expect((await byCode('AdminArea')).body?.result).toMatchObject([california]);
    expect((await byCode('ADMIN_AREA')).body?.result).toEqual([]);
    expect((await call('/search/geo?entity=AdminArea', US)).status).toBe(400);
  });

  it('are the budget orders of accounts with a line of credit, which cannot be changed', async () => {
    const budgets = await call<{ id: number }[]>('/shared-budgets/query', undefined, {});
    expect(budgets.body?.result).toMatchObject([{ adAccountIds: [JP], systemStatus: 'INACTIVE' }]);
    const [budget] = budgets.body?.result ?? [];
    expect((await call(`/shared-budgets/${budget?.id}`)).body?.result).toEqual(budget);
    expect((await call(`/shared-budgets/${budget?.id}`, JP, undefined, 'DELETE')).status).toBe(403);
  });
});
