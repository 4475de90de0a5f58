import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import type { SearchAdsClient } from '../ad-service/client.ts';
import { createSearchAdsClient } from './client.ts';

const scope = { orgId: 40669820, currency: 'USD' };
const usd = { orgId: 1, currency: 'USD' };
const acl = { orgId: 40669820, orgName: 'Acme', currency: 'USD', paymentModel: 'PAYG', timeZone: 'UTC' };
const keyword = (id: number) => ({ id, adGroupId: 2, text: `word ${id}`, matchType: 'EXACT', status: 'ACTIVE' });

let service: StandInAdsService;
let client: SearchAdsClient;
let unreadable: { operation: string; unreadable: number }[];

beforeEach(async () => {
  service = await startStandInAdsService();
  unreadable = [];
  client = createSearchAdsClient({
    ...service,
    firstRetryMs: 1,
    timeoutMs: 2000,
    maxResponseBytes: 2_000_000,
    onUnreadable: (details) => unreadable.push(details),
  });
});

afterEach(async () => {
  await client.close();
  await service.stop();
});

describe('the ad service client', () => {
  it('asks for one token however many calls begin together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => client.findKeywords(scope, 1)));
    expect(service.tokens).toHaveLength(1);
  });

  it('replaces a token a minute before its end', async () => {
    service.tokenSeconds = 59;
    await client.findKeywords(scope, 1);
    await client.findKeywords(scope, 1);
    expect(service.tokens).toHaveLength(2);
  });

  it('names the organization in every call but the list of organizations', async () => {
    service.world.acls = [acl];
    expect((await client.acls()).items).toMatchObject([{ org_id: 40669820, org_name: 'Acme', time_zone: 'UTC' }]);
    await client.findCampaigns(scope, 1500000001);
    expect(service.calls.map(({ path, context }) => [path, context])).toEqual([
      ['/acls', undefined],
      ['/campaigns/find', 'orgId=40669820'],
    ]);
  });

  it('walks all pages and asks for deleted objects too', async () => {
    service.world.keywords.set(
      1,
      Array.from({ length: 2345 }, (_, id) => keyword(id)),
    );
    const keywords = await client.findKeywords(scope, 1);
    expect(new Set(keywords.items.map((item) => item.keyword_id)).size).toBe(2345);
    expect(service.calls).toHaveLength(3);
    expect(service.calls[0]?.body.conditions).toEqual([
      { field: 'deleted', operator: 'IN', values: ['true', 'false'] },
    ]);
  });

  it('leaves out what it cannot read, says so, and keeps the rest', async () => {
    service.world.keywords.set(1, [keyword(1), { id: 'two' }, keyword(3)]);
    expect((await client.findKeywords(scope, 1)).items).toHaveLength(2);
    expect(unreadable).toMatchObject([{ unreadable: 1 }]);
  });

  it('leaves out campaigns of other apps', async () => {
    const campaign = { id: 1, adamId: 15, name: 'A', status: 'ENABLED' };
    service.world.campaigns = [campaign, { ...campaign, id: 2, adamId: 16 }];
    expect((await client.findCampaigns(scope, 15)).items).toMatchObject([{ campaign_id: 1 }]);
  });

  it.each([429, 500, 503])('repeats a call answered with %i', async (status) => {
    service.world.keywords.set(1, [keyword(1)]);
    service.faults.push({ status }, { status });
    expect((await client.findKeywords(scope, 1)).items).toHaveLength(1);
    expect(service.calls).toHaveLength(3);
  });

  it('gives up after five repetitions and says that a later call may succeed', async () => {
    service.faults.push(...Array.from({ length: 6 }, () => ({ status: 503 })));
    await expect(client.findKeywords(scope, 1)).rejects.toMatchObject({ retry: true, status: 503 });
    expect(service.calls).toHaveLength(6);
  });

  it.each([400, 403, 404])('never repeats a call refused with %i', async (status) => {
    service.faults.push({ status });
    await expect(client.findKeywords(scope, 1)).rejects.toMatchObject({
      retry: false,
      status,
      problems: [{ code: String(status), message: `status ${status}` }],
    });
    // Of what is gone it is looked whether the interface is.
    expect(service.calls.filter(({ path }) => path !== '/acls')).toHaveLength(1);
  });

  it('gets a new token once when one is no longer accepted', async () => {
    await client.findKeywords(scope, 1);
    service.faults.push({ status: 401 });
    await client.findKeywords(scope, 1);
    expect(service.tokens).toHaveLength(2);
    service.faults.push({ status: 401 }, { status: 401 });
    await expect(client.findKeywords(scope, 1)).rejects.toMatchObject({ status: 401, retry: false });
  });

  it('stops reading an answer without end, and does not ask for it again', async () => {
    service.faults.push({ status: 200, body: `{"data":["${'x'.repeat(3_000_000)}"]}` });
    await expect(client.findKeywords(scope, 1)).rejects.toMatchObject({ retry: false });
    expect(service.calls).toHaveLength(1);
  });

  it('repeats a call whose answer is cut off', async () => {
    service.world.keywords.set(1, [keyword(1)]);
    service.faults.push({ status: 200, body: '{"data":[{"id":' });
    expect((await client.findKeywords(scope, 1)).items).toHaveLength(1);
  });

  it('names custom product pages by creative', async () => {
    service.world.creatives = [
      { id: 5, adamId: 15, type: 'CUSTOM_PRODUCT_PAGE', productPageId: 'page' },
      { id: 6, adamId: 15, type: 'DEFAULT_PRODUCT_PAGE', productPageId: null },
      { id: 7, adamId: 16, type: 'CUSTOM_PRODUCT_PAGE', productPageId: 'page' },
    ];
    service.world.productPages = [{ id: 'page', name: 'Sleep', state: 'VISIBLE' }];
    expect(await client.productPageNames(scope, 15)).toEqual({ names: new Map([[5, 'Sleep']]), problems: [] });
  });

  it('asks for reports by day and country in the zone of the organization', async () => {
    await client.report({ level: 'keyword', ...usd, campaignId: 7, from: '2026-02-01', to: '2026-02-07' });
    expect(service.calls).toMatchObject([
      {
        path: '/reports/campaigns/7/keywords',
        body: {
          startTime: '2026-02-01',
          endTime: '2026-02-07',
          granularity: 'DAILY',
          timeZone: 'ORTZ',
          groupBy: ['countryOrRegion'],
          returnRecordsWithNoMetrics: false,
          returnGrandTotals: false,
        },
      },
    ]);
  });

  it('refuses to ask for more than the service gives', async () => {
    const question = { level: 'campaign', ...usd } as const;
    await expect(client.report({ ...question, from: '2026-01-01', to: '2026-04-01' })).rejects.toThrow(RangeError);
    await expect(client.report({ ...question, from: '2026-01-02', to: '2026-01-01' })).rejects.toThrow(RangeError);
    expect(service.calls).toHaveLength(0);
  });
});
