import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { control } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
let simulator: Simulator;
let call: PlatformCaller;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
});
afterAll(() => simulator.stop());
afterEach(() =>
  control(simulator, '/faults', {
    ad: {},
    creative_pending_ms: 0,
    ends: 'VALID',
    creative_destination: 'always',
  }),
);

type View = Readonly<Record<string, unknown>> & { readonly id: number };
const write = async (method: string, path: string, body?: object) => {
  const { status, body: response } = await call<View>(path, US, body, method);
  return { status, result: response?.result };
};
const creative = (name: string) => ({
  name,
  creativeType: 'CUSTOM_PRODUCT_PAGE',
  creativeSpec: {},
  destination: {
    destinationType: 'APP_STORE_PRODUCT_PAGE',
    parameters: { adamId: '1500000001', productPageId: '5b1f0c6e-7d0e-4a52-9c39-0a8f5f6c1003' },
  },
});

/** An ad group of the campaign with product pages, and its running ad. */
async function groupWithAd(): Promise<{ readonly adGroupId: number; readonly ad: View }> {
  const filters = [{ field: 'status', operator: 'EQUALS', value: 'ENABLED' }];
  const ads = (await call<View[]>('/ads/query', US, { filters })).body?.result ?? [];
  const [ad] = ads;
  if (ad === undefined) throw new Error('There is no ad');
  return { adGroupId: Number(ad.adGroupId), ad };
}

describe('creatives', () => {
  it('are pending for a while and then valid or not, by switches; an ad needs a valid one', async () => {
    const { adGroupId } = await groupWithAd();
    await control(simulator, '/faults', { creative_pending_ms: 300 });
    const made = await write('POST', '/creatives', creative('Platform page'));
    expect(made).toMatchObject({ status: 200, result: { systemStatus: 'PENDING' } });
    const ad = { adGroupId, creativeId: made.result?.id, name: 'Platform ad', status: 'PAUSED' };
    expect((await write('POST', '/ads', ad)).status).toBe(400);
    const state = async () => (await call<View>(`/creatives/${made.result?.id}`, US)).body?.result?.systemStatus;
    await expect.poll(state).toBe('VALID');
    expect((await write('POST', '/ads', ad)).result).toMatchObject({ status: 'PAUSED', displayStatus: 'PAUSED' });
    await control(simulator, '/faults', { ends: 'INVALID' });
    expect(await state()).toBe('INVALID');
    expect((await write('POST', '/ads', ad)).status).toBe(400);
  });

  it('say in lists where they lead, or only one by one, by a switch', async () => {
    const list = async () => (await call<View[]>('/creatives/query', US, {})).body?.result ?? [];
    expect((await list())[0]).toHaveProperty('destination');
    await control(simulator, '/faults', { creative_destination: 'by_id' });
    const [first] = await list();
    expect(first).not.toHaveProperty('destination');
    expect((await call<View>(`/creatives/${first?.id}`, US)).body?.result).toHaveProperty('destination');
  });

  it('stop their ads when they are deleted, once', async () => {
    const { ad } = await groupWithAd();
    expect((await write('DELETE', `/creatives/${ad.creativeId}`)).status).toBe(200);
    expect((await call<View>(`/ads/${ad.id}`, US)).body?.result).toMatchObject({ status: 'PAUSED' });
    expect((await write('DELETE', `/creatives/${ad.creativeId}`)).status).toBe(404);
    const filters = [{ field: 'deleted', operator: 'EQUALS', value: true }];
    const deleted = (await call<View[]>('/creatives/query', US, { filters })).body?.result ?? [];
    expect(deleted.map(({ id }) => id)).toEqual([ad.creativeId]);
  });
});

describe('ads', () => {
  it('are refused beside a running one, or displace it, by a switch', async () => {
    const { adGroupId, ad } = await groupWithAd();
    const page = await write('POST', '/creatives', creative('Second page'));
    const second = { adGroupId, creativeId: page.result?.id, name: 'Second', status: 'ENABLED' };
    expect((await write('POST', '/ads', second)).status).toBe(400);
    await control(simulator, '/faults', { ad: { second_enabled: 'displaces' } });
    const made = await write('POST', '/ads', second);
    expect(made.result).toMatchObject({ status: 'ENABLED', displayStatus: 'RUNNING' });
    expect((await call<View>(`/ads/${ad.id}`, US)).body?.result).toMatchObject({ status: 'PAUSED' });
    await control(simulator, '/faults', { ad: {} });
    expect((await write('PUT', `/ads/${ad.id}`, { status: 'ENABLED' })).status).toBe(400);
    expect((await write('PUT', `/ads/${made.result?.id}`, { status: 'PAUSED' })).status).toBe(200);
    expect((await write('PUT', `/ads/${ad.id}`, { status: 'ENABLED' })).result).toMatchObject({ status: 'ENABLED' });
    expect((await write('PUT', `/ads/${ad.id}`, { creativeId: page.result?.id })).status).toBe(400);
    expect((await write('DELETE', `/ads/${made.result?.id}`)).status).toBe(200);
    expect((await write('DELETE', `/ads/${made.result?.id}`)).status).toBe(404);
  });

  it('are refused in search results, and under what is paused, by switches', async () => {
    const { adGroupId, ad } = await groupWithAd();
    const another = { adGroupId, creativeId: ad.creativeId, name: 'Third', status: 'PAUSED' };
    await control(simulator, '/faults', { ad: { refused_in_search_results: true } });
    expect((await write('POST', '/ads', another)).status).toBe(400);
    await control(simulator, '/faults', { ad: {} });
    await write('PUT', `/ads/${ad.id}`, { status: 'PAUSED' });
    await write('PUT', `/adgroups/${adGroupId}`, { status: 'PAUSED' });
    expect((await write('PUT', `/ads/${ad.id}`, { status: 'ENABLED' })).status).toBe(400);
    await control(simulator, '/faults', { ad: { parent_paused: 'accepted' } });
    expect((await write('PUT', `/ads/${ad.id}`, { status: 'ENABLED' })).result).toMatchObject({
      displayStatus: 'AD_GROUP_ON_HOLD',
    });
  });
});
