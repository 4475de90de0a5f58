import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';
import { control, writesOf } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
const JP = 40771010;
const startAt = Date.parse('2026-11-20T18:00:00Z');
let simulator: Simulator;
let call: PlatformCaller;
let older: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
  older = await createCaller(simulator);
});
afterAll(() => simulator.stop());
afterEach(() =>
  control(simulator, '/faults', {
    ad: {},
    creative_pending_ms: 0,
    ends: 'VALID',
    cpa_cap_null: 'clears',
    read_only: [],
    locked_keywords: [],
    write_faults: [],
  }),
);

type View = Readonly<Record<string, unknown>> & { readonly id: number };
const usd = (amount: string) => ({ amount, currency: 'USD' });
const write = async (method: string, path: string, body?: object, account = US) => {
  const { status, body: response } = await call<View>(path, account, body, method);
  return { status, result: response?.result, code: response?.error?.details?.[0]?.code, response };
};
const search = { bidStrategyType: 'MANUAL_CPT', bidStrategyGoal: 'TAP' };
const newCampaign = (name: string, changes: object = {}) => ({
  adAccountId: US,
  name,
  status: 'ENABLED',
  billingEvent: 'TAPS',
  promotedObjectType: 'APPSTORE_APP',
  promotedObjectId: '1500000001',
  dailyBudget: { value: usd('50.00') },
  targeting: {
    supplySource: { include: ['APPSTORE'] },
    supplyPlacement: { include: ['APPSTORE_SEARCH_RESULTS'] },
    countryOrRegion: { include: ['US'] },
  },
  bidStrategy: search,
  ...changes,
});
const newGroup = (campaignId: unknown, name: string, changes: object = {}) => ({
  campaignId,
  name,
  status: 'ENABLED',
  pricingModel: 'CPT',
  startTime: '2026-11-20T18:05:00.000',
  automatedKeywordsOptIn: false,
  bidStrategy: { ...search, bid: usd('0.90') },
  ...changes,
});

describe('campaigns and ad groups', () => {
  it('are created, changed and deleted, and the older API shows the same', async () => {
    const made = await write('POST', '/campaigns', newCampaign('Platform one'));
    expect(made).toMatchObject({
      status: 200,
      result: { displayStatus: 'ON_HOLD', systemStatusReasons: ['AD_GROUPS_MISSING'] },
    });
    const id = made.result?.id;
    const group = await write('POST', '/adgroups', newGroup(id, 'Exact'));
    expect(group.result).toMatchObject({
      campaignId: id,
      bidStrategy: { bid: { amount: expect.stringMatching(/^0\.90?$/) } },
    });
    expect((await older(`/campaigns/${id}/adgroups/${group.result?.id}`, US)).body.data).toMatchObject({
      name: 'Exact',
      defaultBidAmount: usd('0.9'),
      pricingModel: 'CPC',
    });
    const changed = await write('PUT', `/campaigns/${id}`, { name: 'Platform two', status: 'PAUSED' });
    expect(changed.result).toMatchObject({ name: 'Platform two', status: 'PAUSED' });
    expect((await older(`/campaigns/${id}`, US)).body.data).toMatchObject({ name: 'Platform two', status: 'PAUSED' });
    const cap = { value: usd('4.00') };
    const bid = { bidStrategy: { ...search, bid: usd('1.10') }, cpaCap: cap, automatedKeywordsOptIn: true };
    const dearer = await write('PUT', `/adgroups/${group.result?.id}`, bid);
    expect(dearer.result).toMatchObject({ automatedKeywordsOptIn: true, cpaCap: { value: { currency: 'USD' } } });
    expect((await write('DELETE', `/adgroups/${group.result?.id}`)).response).toEqual({});
    expect((await write('DELETE', `/adgroups/${group.result?.id}`)).status).toBe(404);
    expect((await write('DELETE', `/campaigns/${id}`)).status).toBe(200);
    expect((await write('PUT', `/campaigns/${id}`, { status: 'ENABLED' })).status).toBe(404);
    expect((await call<View>(`/campaigns/${id}`, US)).body?.result).toMatchObject({ deleted: true });
    expect((await writesOf(simulator)).at(-1)).toMatchObject({
      api: 'v1',
      method: 'PUT',
      path: `/campaigns/${id}`,
      status: 404,
    });
  });

  it('keep the targeting that is not sent, in the words of either API', async () => {
    const campaign = await write('POST', '/campaigns', newCampaign('Platform targeting'));
    const targeting = {
      deviceClass: { include: ['IPHONE'] },
      appDownloader: { exclude: ['1500000001'] },
      minAge: { include: ['18'] },
      adminArea: { include: ['11400001'] },
    };
    const group = await write('POST', '/adgroups', newGroup(campaign.result?.id, 'New users', { targeting }));
    expect(group.result).toMatchObject({ targeting });
    const path = `/campaigns/${campaign.result?.id}/adgroups/${group.result?.id}`;
    expect((await older(path, US)).body.data).toMatchObject({
      targetingDimensions: {
        deviceClass: { included: ['IPHONE'] },
        appDownloaders: { excluded: [1500000001] },
        age: { included: [{ minAge: 18, maxAge: null }] },
        adminArea: { included: ['US|CA'] },
      },
    });
    const women = await write('PUT', `/adgroups/${group.result?.id}`, { targeting: { gender: { include: ['F'] } } });
    expect(women.result).toMatchObject({ targeting: { ...targeting, gender: { include: ['F'] } } });
  });

  it('of which Apple sets the bids have a target that can be changed, and bids that cannot', async () => {
    const strategy = { bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL', bid: usd('3.00') };
    const made = await write('POST', '/campaigns', newCampaign('Platform conversions', { bidStrategy: strategy }));
    const id = made.result?.id;
    expect(made.result).toMatchObject({ bidStrategy: { bidStrategyType: 'MAX_CONVERSIONS' } });
    const filters = [{ field: 'campaignId', operator: 'EQUALS', value: id }];
    const groups = (await call<View[]>('/adgroups/query', US, { filters })).body?.result ?? [];
    expect(groups).toMatchObject([
      { automatedKeywordsRequired: true, bidStrategy: { bid: { amount: expect.stringMatching(/^0/) } } },
    ]);
    const target = { bidStrategy: { ...strategy, bid: usd('4.50') } };
    expect((await write('PUT', `/campaigns/${id}`, target)).result).toMatchObject({
      bidStrategy: { bid: { amount: expect.stringMatching(/^4\.50?$/) } },
    });
    expect((await older(`/campaigns/${id}`, US)).body.data).toMatchObject({ targetCpa: usd('4.5') });
    const keyword = { adGroupId: groups[0]?.id, text: 'sleep sounds', matchType: 'EXACT', bid: usd('2.00') };
    const keywordId = (await write('POST', '/keywords', keyword)).result?.id;
    const kept = await write('PUT', `/keywords/${keywordId}`, { bid: usd('2.50') });
    expect(kept).toMatchObject({ status: 200, result: { bid: { amount: expect.stringMatching(/^0/) } } });
    expect((await write('PUT', `/adgroups/${groups[0]?.id}`, { cpaCap: { value: usd('2') } })).code).toBe(
      'INVALID_VALUE',
    );
  });

  it.each([
    { why: 'a name with |', path: '/campaigns', body: newCampaign('US | Brand'), code: 'INVALID_VALUE' },
    {
      why: 'a name that is taken',
      path: '/campaigns',
      body: newCampaign('Platform targeting'),
      code: 'DUPLICATE_NAME',
    },
    { why: 'another account', path: '/campaigns', body: newCampaign('A', { adAccountId: JP }), code: 'INVALID_VALUE' },
    {
      why: 'no daily budget',
      path: '/campaigns',
      body: newCampaign('A', { dailyBudget: undefined }),
      code: 'FIELD_REQUIRED',
    },
    {
      why: 'a bare daily budget',
      path: '/campaigns',
      body: newCampaign('A', { dailyBudget: usd('5') }),
      code: 'FIELD_REQUIRED',
    },
    {
      why: 'a total budget',
      path: '/campaigns',
      body: newCampaign('A', { lifetimeBudget: {} }),
      code: 'REQUEST_UNRECOGNIZED_PROPERTY',
    },
    {
      why: 'another currency',
      path: '/campaigns',
      body: newCampaign('A', { dailyBudget: { value: { amount: '5', currency: 'EUR' } } }),
      code: 'INVALID_CURRENCY',
    },
    {
      why: 'two placements',
      path: '/campaigns',
      body: newCampaign('A', { targeting: { supplyPlacement: { include: ['A', 'B'] } } }),
      code: 'INVALID_VALUE',
    },
    {
      why: 'a strategy with another goal',
      path: '/campaigns',
      body: newCampaign('A', { bidStrategy: { ...search, bidStrategyGoal: 'INSTALL' } }),
      code: 'INVALID_VALUE',
    },
    {
      why: 'a price by click',
      path: '/adgroups',
      body: newGroup(700000001, 'A', { pricingModel: 'CPC' }),
      code: 'INVALID_VALUE',
    },
    {
      why: 'no start',
      path: '/adgroups',
      body: newGroup(700000001, 'A', { startTime: undefined }),
      code: 'FIELD_REQUIRED',
    },
    {
      why: 'a start in the past',
      path: '/adgroups',
      body: newGroup(700000001, 'A', { startTime: '2026-11-19T00:00:00' }),
      code: 'INVALID_INPUT',
    },
    {
      why: 'no bid',
      path: '/adgroups',
      body: newGroup(700000001, 'A', { bidStrategy: search }),
      code: 'FIELD_REQUIRED',
    },
    {
      why: 'a bid over the daily budget',
      path: '/adgroups',
      body: newGroup(700000001, 'A', { bidStrategy: { ...search, bid: usd('90000') } }),
      code: 'INVALID_BID_AMOUNT',
    },
  ])('are refused for $why, and nothing is made', async ({ path, body, code }) => {
    const refused = await write('POST', path, body);
    expect([refused.status, refused.code]).toEqual([400, code]);
    expect((await writesOf(simulator)).at(-1)).toMatchObject({ status: 400, effects: [] });
  });

  it('take a cap away with null, or not, by a switch', async () => {
    const filters = [{ field: 'campaignId', operator: 'EQUALS', value: 700000001 }];
    const [group] = (await call<View[]>('/adgroups/query', US, { filters })).body?.result ?? [];
    expect((await write('PUT', `/adgroups/${group?.id}`, { cpaCap: { value: usd('2.00') } })).result).toHaveProperty(
      'cpaCap',
    );
    await control(simulator, '/faults', { cpa_cap_null: 'refused' });
    expect((await write('PUT', `/adgroups/${group?.id}`, { cpaCap: null })).status).toBe(400);
    await control(simulator, '/faults', { cpa_cap_null: 'clears' });
    expect((await write('PUT', `/adgroups/${group?.id}`, { cpaCap: null })).result).not.toHaveProperty('cpaCap');
  });
});

describe('updates', () => {
  it('are answered with the old values and do nothing, by a switch', async () => {
    await control(simulator, '/faults', { ignored_write: 1 });
    const ignored = await write('PUT', '/campaigns/700000003', { status: 'PAUSED' });
    expect(ignored).toMatchObject({ status: 200, result: { status: 'ENABLED' } });
    expect((await writesOf(simulator)).at(-1)).toMatchObject({ status: 200, effects: [] });
    expect((await write('PUT', '/campaigns/700000003', { status: 'PAUSED' })).result).toMatchObject({
      status: 'PAUSED',
    });
  });

  it('fail on demand as those of the older API, with or without their effect', async () => {
    await control(simulator, '/faults', {
      write_faults: [{ method: 'PUT', path: '/campaigns/', answer: 503, effect: true }],
    });
    expect((await write('PUT', '/campaigns/700000003', { status: 'ENABLED' })).status).toBe(503);
    expect((await call<View>('/campaigns/700000003', US)).body?.result).toMatchObject({ status: 'ENABLED' });
    await control(simulator, '/faults', { write_faults: [{ answer: 'lost' }] });
    await expect(write('PUT', '/campaigns/700000003', { status: 'PAUSED' })).rejects.toThrow();
    await control(simulator, '/faults', { read_only: [US] });
    expect((await write('PUT', '/campaigns/700000003', { status: 'PAUSED' })).status).toBe(403);
    expect((await call<View>('/campaigns/700000003', US)).body?.result).toMatchObject({ status: 'ENABLED' });
  });
});
