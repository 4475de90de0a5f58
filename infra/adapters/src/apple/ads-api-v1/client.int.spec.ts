import { addDays, dayInZone, daysBetween } from '@tapwise/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StandInAdsPlatform,
  startStandInAdsPlatform,
} from '../../../../../tests/support/stand-ins/stand-in-ads-platform.ts';
import type { SearchAdsClient } from '../ad-service/client.ts';
import { type AdsPlatformClientOptions, createAdsPlatformClient } from './client.ts';

const orgId = 40669820;
const adAccountId = 52000111;
const scope = { orgId, currency: 'USD' };
const today = dayInZone(Date.now(), 'UTC');
const range = { from: addDays(today, -9), to: today };

let service: StandInAdsPlatform;
let clients: SearchAdsClient[];
const open = (options: Partial<AdsPlatformClientOptions> = {}): SearchAdsClient => {
  const accounts = { accessOf: (id: number) => (id === orgId ? { adAccountId } : undefined) };
  const client = createAdsPlatformClient({ ...service, accounts, firstRetryMs: 1, timeoutMs: 2000, ...options });
  clients.push(client);
  return client;
};

beforeEach(async () => {
  service = await startStandInAdsPlatform();
  clients = [];
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.stop();
});

const listOf = (...result: object[]) => ({ body: { result, pagination: { totalCount: result.length } } });
const keyword = (id: number) => ({ id, adGroupId: 8, text: `word ${id}`, matchType: 'EXACT', status: 'ENABLED' });

describe('a call', () => {
  it('names the account of the organization, with the key of the organization where it has one', async () => {
    const credentials = { ...service.credentials, clientId: 'SEARCHADS.own' };
    const accessOf = (id: number) => (id === orgId ? { adAccountId } : { adAccountId: 7, credentials });
    const client = open({ accounts: { accessOf } });
    await client.campaignNames(scope);
    await client.campaignNames({ ...scope, orgId: 5 });
    await client.campaignNames({ ...scope, orgId: 6 });
    expect(service.calls.map(({ context, token }) => [context, token])).toEqual([
      [`adAccountId=${adAccountId}`, 'token-1-SEARCHADS.shared'],
      ['adAccountId=7', 'token-2-SEARCHADS.own'],
      ['adAccountId=7', 'token-2-SEARCHADS.own'],
    ]);
  });

  it('about an organization without an account is not made', async () => {
    const { campaignNames } = open();
    await expect(campaignNames({ ...scope, orgId: 9 })).rejects.toMatchObject({ reason: 'credentials', retry: false });
    expect(service.calls).toEqual([]);
  });

  it('is made again with another token, and after a fault', async () => {
    service.responses.push({ status: 401, body: '' }, { status: 500, body: '' }, listOf());
    expect(await open().campaignNames(scope)).toEqual([]);
    expect(service.calls.map(({ token }) => token?.slice(0, 7))).toEqual(['token-1', 'token-2', 'token-2']);
  });

  it('to a path that the host does not route is no outage; to one that has answered it is', async () => {
    const page = { status: 503, body: '<html>Service Unavailable</html>' };
    service.responses.push(page);
    const client = open();
    await expect(client.campaignNames(scope)).rejects.toMatchObject({ reason: 'not_found', retry: false });
    service.responses.push(listOf(), page, listOf());
    await client.campaignNames(scope);
    expect(await client.campaignNames(scope)).toEqual([]);
    expect(service.calls).toHaveLength(4);
  });

  it('that is refused says why in the words of the service', async () => {
    const details = [{ code: 'INVALID_INPUT', message: 'Not so', info: { field: 'campaignId' } }];
    service.responses.push({ status: 400, body: { error: { code: 'VALIDATION_ERROR', message: null, details } } });
    await expect(open().campaignNames(scope)).rejects.toMatchObject({
      status: 400,
      problems: [{ code: 'INVALID_INPUT', message: 'Not so', field: 'campaignId' }],
    });
  });
});

describe('accounts', () => {
  const acl = (id: number) => ({ adAccount: { id, name: `A${id}`, orgId: 1 }, roles: ['API Campaign Manager'] });
  const account = (id: number, productFeatures: string[] | undefined) => ({
    body: { result: { id, name: `A${id}`, timezone: 'UTC', currency: 'EUR', paymentModel: 'PAYG', productFeatures } },
  });

  it('are organizations where they may run campaigns of the App Store, by their features or by being asked', async () => {
    const features: Record<string, string[] | undefined> = {
      '1': ['APPSTORE_APP_MANUAL'],
      '2': ['APPSTORE_APP_AUTOMATED'],
      '3': ['BUSINESS_BRAND_MANUAL'],
    };
    service.respond = ({ path, context }) => {
      if (path === '/acls') return { body: { result: { acls: [1, 2, 3, 4, 5].map(acl) } } };
      if (path === '/campaigns/query') return context === 'adAccountId=4' ? listOf() : { status: 403, body: {} };
      const id = Number(path.split('/').at(-1));
      return account(id, features[id]);
    };
    const { items } = await open().acls();
    expect(items.map(({ org_id }) => org_id)).toEqual([1, 4]);
    expect(items[0]).toMatchObject({ org_name: 'A1', currency: 'EUR', role_names: ['API Campaign Manager'] });
  });
});

describe('lists', () => {
  it('below campaigns are asked for twice: what is not deleted, and what is', async () => {
    service.respond = ({ body }) => {
      const deleted = JSON.stringify(body.filters).includes('"value":true');
      return listOf({ ...keyword(deleted ? 2 : 1), deleted });
    };
    const client = open();
    const { items } = await client.findKeywords(scope, 7);
    expect(items.map(({ keyword_id, deleted }) => [keyword_id, deleted])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(service.calls.map(({ body }) => body.filters)).toEqual(
      [false, true].map((value) => [
        { field: 'campaignId', operator: 'EQUALS', value: 7 },
        { field: 'deleted', operator: 'EQUALS', value },
      ]),
    );
    // Deleted objects hardly change, and an answer that did not change is the very same.
    expect((await client.findKeywords(scope, 7)).items).toBe(items);
    expect(service.calls).toHaveLength(3);
  });

  it('may come in smaller pages than were asked for', async () => {
    const all = [1, 2, 3, 4, 5].map(keyword);
    service.respond = ({ body }) => {
      const { offset } = body.pagination as { offset: number };
      const pagination = { offset, pageSize: 2, totalCount: 5 };
      const isDeleted = JSON.stringify(body.filters).includes('"value":true');
      return isDeleted ? listOf() : { body: { result: all.slice(offset, offset + 2), pagination } };
    };
    const { items, problems } = await open().findKeywords(scope, 7);
    expect([items.length, problems]).toEqual([5, []]);
  });

  it('of negatives say of which ad groups', async () => {
    const client = open();
    await client.findNegatives(scope, 7, 'campaign');
    await client.findNegatives(scope, 7, 'ad_groups');
    expect(service.calls.map(({ body }) => (body.filters as object[])[1])).toEqual([
      { field: 'adGroupId', operator: 'IS_NULL' },
      { field: 'adGroupId', operator: 'IS_NOT_NULL' },
    ]);
  });
});

describe('reports', () => {
  const question = { level: 'campaign', ...scope, ...range } as const;
  const row = (id: number) => ({
    metadata: { id, countryOrRegion: 'US' },
    granularMetrics: [{ date: today, impressions: 5 }, { date: addDays(today, -1) }],
  });

  it('never ask for days that are too old', async () => {
    service.respond = () => ({ body: { result: {} } });
    await open().report({ ...question, from: addDays(today, -200) });
    const ranges = service.calls.map(({ body }) => body.timeRange as { start: string; granularity: string });
    expect(ranges).toMatchObject([{ granularity: 'DAILY' }]);
    expect(ranges.map(({ start }) => daysBetween(start, addDays(today, 1)) <= 90)).toEqual([true]);
  });

  it('reduce nothing that they do not name', async () => {
    service.respond = () => ({ body: { result: {} } });
    expect(await open().report(question)).toMatchObject({ items: [], problems: [], named: new Map() });
    service.respond = () => ({ body: { result: { rows: [row(7)] } } });
    expect((await open().report(question)).named).toEqual(new Map([[7, new Set(['0 0 US'])]]));
  });

  it('over all campaigns are asked for one by one where the service takes no other way, and that is remembered', async () => {
    const accepted = (body: Record<string, unknown>) => JSON.stringify(body.filters).includes('"field":"id"');
    service.respond = ({ path, body }) => {
      if (path === '/campaigns/query') return listOf({ id: 7 }, { id: 9 });
      if (!accepted(body)) return { status: 400, body: { error: { code: 'VALIDATION_ERROR', message: 'No' } } };
      const [{ value } = { value: '0' }] = body.filters as { value: string }[];
      return { body: { result: { rows: [row(Number(value))] } } };
    };
    const client = open();
    expect((await client.report(question)).items.map(({ campaign_id }) => campaign_id)).toEqual([7, 9]);
    const made = service.calls.length;
    await client.report(question);
    expect(service.calls.length - made).toBe(3);
  });

  it('of months ask for later ones as sums', async () => {
    const first = `${addDays(today, -200).slice(0, 7)}-01`;
    const last = addDays(`${addDays(today, -60).slice(0, 7)}-01`, -1);
    service.respond = ({ body }) => {
      const { granularity, start } = body.timeRange as { granularity?: string; start: string };
      const metadata = { id: 7, countryOrRegion: 'US' };
      const metrics = { impressions: 5 };
      const granularMetrics = [{ date: start, ...metrics }];
      return {
        body: { result: { rows: [{ metadata, totalMetrics: metrics, ...(granularity ? { granularMetrics } : {}) }] } },
      };
    };
    const { items } = await open().months({ ...scope, from: first, to: last });
    expect(service.calls.map(({ body }) => (body.timeRange as { granularity?: string }).granularity)).toContain(
      'MONTHLY',
    );
    expect(items.map(({ month }) => month).every((month) => month.endsWith('-01'))).toBe(true);
    expect(items.at(-1)).toMatchObject({ row: { campaign_id: 7, country: 'US', impressions: 5 } });
  });

  it('of impression shares are exact, of the first slot and of all, and empty for an app without ads that run', async () => {
    const share = { day: today, promotedObjectId: '15', countryOrRegion: 'us', searchTerm: 'Calm', rank: 9 };
    const first = [{ ...share, lowImpressionShare: 0.4, highImpressionShare: 0.4, searchPopularity1to5: 4 }];
    const all = [
      { ...first[0], lowImpressionShare: 0.3, highImpressionShare: 0.3 },
      { ...first[0], searchTerm: 'rain', lowImpressionShare: 0.1, highImpressionShare: 0.1 },
    ];
    const { shares } = open();
    const order = { orgId, id: 1, adamId: 15, ...range };
    service.respond = ({ body }) => {
      const { impressionShareReportType } = body.options as { impressionShareReportType: string };
      return { body: { result: { rows: impressionShareReportType === 'ALL_SLOTS' ? all : first } } };
    };
    const row = { country: 'US', search_term: 'calm', low_share: 0.4, high_share: 0.4, rank: 6, popularity: 4 };
    const none = { search_term: 'rain', low_share: 0, high_share: 0 };
    expect((await shares.fetch(order)).items).toEqual([
      { day: today, row: { ...row, all_slots: { low_share: 0.3, high_share: 0.3 } } },
      { day: today, row: { ...row, ...none, all_slots: { low_share: 0.1, high_share: 0.1 } } },
    ]);
    service.respond = () => ({ status: 400, body: { error: { code: 'INVALID_VALUE', message: 'No ads' } } });
    expect(await shares.fetch(order)).toMatchObject({ items: [], problems: [] });
    // Each of the two questions is asked again.
    expect(service.calls).toHaveLength(6);
  });
});
