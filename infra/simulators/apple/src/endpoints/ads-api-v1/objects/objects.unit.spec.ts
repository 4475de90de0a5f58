import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';
import { control } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
const JP = 40771010;
let simulator: Simulator;
let call: PlatformCaller;
let older: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
  older = await createCaller(simulator);
});
afterAll(() => simulator.stop());
afterEach(() =>
  control(simulator, '/faults', { inherited_bid: 'shown', page_cap: null, total_count: 'absent', brand_new: [] }),
);

type View = Readonly<Record<string, unknown>>;
const whole = { offset: 0, pageSize: 1000, fetchTotalCount: true };
const query = async (path: string, account: number, body: object = {}) => {
  const { body: response } = await call<View[]>(`/${path}/query`, account, { pagination: whole, ...body });
  return response?.result ?? [];
};
const filter = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
const amount = (money: unknown) => Number((money as { amount: string }).amount);
const all = { pagination: { limit: 1000 } };
const idsOf = (views: readonly View[]) => views.map(({ id }) => Number(id)).sort((left, right) => left - right);

describe('campaigns of the Platform API', () => {
  it('are those of the older API under other words', async () => {
    const views = await query('campaigns', US);
    const campaigns = (await older('/campaigns/find', US, all)).body.data as View[];
    expect(idsOf(views)).toEqual(idsOf(campaigns));
    for (const campaign of campaigns) {
      const view = views.find(({ id }) => id === campaign.id) ?? {};
      expect(view).toMatchObject({
        adAccountId: campaign.orgId,
        name: campaign.name,
        status: campaign.status,
        promotedObjectId: String(campaign.adamId),
        modificationTime: campaign.modificationTime,
        targeting: { supplyPlacement: { include: ['APPSTORE_SEARCH_RESULTS'] } },
      });
      const { countryOrRegion } = view.targeting as { countryOrRegion: { include: string[] } };
      expect([...countryOrRegion.include].sort()).toEqual(campaign.countriesOrRegions);
      const budget = (view.dailyBudget as { value: unknown }).value;
      expect(amount(budget)).toBe(amount(campaign.dailyBudgetAmount));
    }
    const paused = views.find(({ status }) => status === 'PAUSED');
    expect(paused).toMatchObject({ displayStatus: 'ON_HOLD', systemStatusReasons: ['PAUSED_BY_USER'] });
  });

  it('are without the deleted ones unless a filter asks, which may ask for both', async () => {
    const count = async (value: unknown, operator: string) =>
      (await query('campaigns', US, { filters: [filter('deleted', operator, value)] })).length;
    const living = await count(false, 'EQUALS');
    expect(await count(true, 'EQUALS')).toBe(1);
    expect(await count([true, false], 'IN')).toBe(living + 1);
    expect((await query('campaigns', US)).length).toBe(living);
    const [gone] = await query('campaigns', US, { filters: [filter('deleted', 'EQUALS', true)] });
    expect((await call<View>(`/campaigns/${gone?.id}`, US)).body?.result).toMatchObject({ displayStatus: 'DELETED' });
  });

  it('are found by app, id and name, and sorted', async () => {
    const byApp = await query('campaigns', JP, { filters: [filter('promotedObjectId', 'EQUALS', '1500000002')] });
    expect(byApp.length).toBeGreaterThan(5);
    const some = byApp.slice(0, 2).map(({ id }) => id);
    expect((await query('campaigns', JP, { filters: [filter('id', 'IN', some)] })).map(({ id }) => id)).toEqual(some);
    const [first] = await query('campaigns', JP, { sorting: [{ field: 'name', order: 'DESC' }] });
    expect(first?.name).toBe('US UK | SKAG');
  });

  it('of which Apple sets the bids have a target, bids of 0 and a required ad group', async () => {
    const [campaign] = (await query('campaigns', JP)).filter(
      ({ bidStrategy }) => (bidStrategy as { bidStrategyType: string }).bidStrategyType === 'MAX_CONVERSIONS',
    );
    expect(campaign).toMatchObject({
      bidStrategy: { bidStrategyGoal: 'INSTALL', bid: { amount: '620', currency: 'JPY' } },
    });
    const filters = [filter('campaignId', 'EQUALS', campaign?.id)];
    const groups = await query('adgroups', JP, { filters });
    expect(groups.map(({ automatedKeywordsRequired }) => automatedKeywordsRequired)).toEqual([false, true]);
    const keywords = await query('keywords', JP, { filters });
    expect(new Set(keywords.map(({ bid }) => amount(bid)))).toEqual(new Set([0]));
    const path = `/campaigns/${campaign?.id}/adgroups/targetingkeywords/find`;
    const same = (await older(path, JP, all)).body.data as View[];
    expect(new Set(same.map(({ bidAmount }) => amount(bidAmount)))).toEqual(new Set([0]));
    expect((await older(`/campaigns/${campaign?.id}`, JP)).body.data).toMatchObject({
      biddingStrategy: 'MAX_CONVERSIONS',
      targetCpa: { amount: '620' },
    });
  });

  it('and others may have a state that no documentation names', async () => {
    const [first] = await query('campaigns', US);
    await control(simulator, '/faults', { brand_new: [first?.id] });
    expect((await call(`/campaigns/${first?.id}`, US)).body?.result).toMatchObject({ displayStatus: 'BRAND_NEW' });
    expect((await call(`/campaigns/${first?.id}/legacy-app-limited-status-reason-details`, US)).body?.result).toEqual({
      countryOrRegionLimitedStatusReasons: { US: [] },
    });
  });
});

describe('what is in campaigns', () => {
  const scope = async () => {
    const [campaign] = await query('campaigns', US, { filters: [filter('name', 'LIKE', 'Sleep stories')] });
    return { id: campaign?.id, filters: [filter('campaignId', 'EQUALS', campaign?.id)] };
  };

  it('is the same over both APIs: ad groups, keywords with their bids, ads and creatives', async () => {
    const { id, filters } = await scope();
    const groups = await query('adgroups', US, { filters });
    const sameGroups = (await older(`/campaigns/${id}/adgroups/find`, US, all)).body.data as View[];
    expect(idsOf(groups)).toEqual(idsOf(sameGroups));
    expect(groups[0]).toMatchObject({
      pricingModel: 'CPT',
      targeting: { deviceClass: { include: ['IPAD', 'IPHONE'] } },
    });
    await control(simulator, '/faults', { inherited_bid: 'absent' });
    const keywords = await query('keywords', US, { filters });
    const same = (await older(`/campaigns/${id}/adgroups/targetingkeywords/find`, US, all)).body.data as View[];
    const bids = (views: readonly View[], field: string) =>
      new Map(views.map((view) => [view.id, view[field] == null ? null : amount(view[field])]));
    expect(bids(keywords, 'bid')).toEqual(bids(same, 'bidAmount'));
    expect(new Set(keywords.map(({ status }) => status))).toEqual(new Set(['ENABLED', 'PAUSED']));
    const ads = await query('ads', US, { filters });
    expect(idsOf(ads)).toEqual(idsOf((await older(`/campaigns/${id}/ads/find`, US, {})).body.data as View[]));
    const creative = await call(`/creatives/${ads[0]?.creativeId}`, US);
    expect(creative.body?.result).toMatchObject({
      systemStatus: 'VALID',
      destination: { parameters: { adamId: '1500000001' } },
    });
  });

  it("shows the ad group's bid in a keyword without one, unless the switch says otherwise", async () => {
    const { filters } = await scope();
    const keywords = await query('keywords', US, { filters });
    expect(keywords.every((keyword) => 'bid' in keyword)).toBe(true);
    await control(simulator, '/faults', { inherited_bid: 'absent' });
    expect((await query('keywords', US, { filters })).some((keyword) => !('bid' in keyword))).toBe(true);
  });

  it('has negative keywords of campaigns and of ad groups apart', async () => {
    const [discovery] = await query('campaigns', US, { filters: [filter('name', 'EQUALS', 'US | Discovery')] });
    const campaign = filter('campaignId', 'EQUALS', discovery?.id);
    const negatives = await query('negative-keywords', US, { filters: [campaign, filter('adGroupId', 'IS_NULL')] });
    expect(negatives.map(({ text }) => text)).toEqual(['moonvale', 'moonvale app', 'moonvale premium']);
    expect(negatives[0]).not.toHaveProperty('adGroupId');
    const groups = await query('negative-keywords', US, { filters: [campaign, filter('adGroupId', 'IS_NOT_NULL')] });
    expect(groups).toEqual([]);
    const byId = await query('negative-keywords', US, { filters: [filter('id', 'IN', [negatives[0]?.id])] });
    expect(byId).toEqual(negatives.slice(0, 1));
  });

  it('comes in pages: shorter than asked by a switch, with a count if one is wanted', async () => {
    const { filters } = await scope();
    const page = (pagination: object) => call<View[]>('/keywords/query', US, { filters, pagination });
    const first = await page({ offset: 0, pageSize: 30 });
    expect(first.body?.pagination).toEqual({ offset: 0, pageSize: 30 });
    await control(simulator, '/faults', { page_cap: 7, total_count: 'zero' });
    const capped = await page({ offset: 7, pageSize: 30 });
    expect(capped.body?.pagination).toEqual({ offset: 7, pageSize: 7, totalCount: 0 });
    expect(capped.body?.result).toEqual(first.body?.result?.slice(7, 14));
    await control(simulator, '/faults', { total_count: 'null' });
    expect((await page({ offset: 0 })).body?.pagination?.totalCount).toBeNull();
    const counted = await page({ offset: 0, pageSize: 1, fetchTotalCount: true });
    expect(counted.body?.pagination?.totalCount).toBeGreaterThan(90);
  });
});
