import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import type { SearchAdsClient } from '../../ad-service/client.ts';
import type { SearchAdsWriter } from '../../ad-service/writes/writer.ts';
import { createSearchAdsClient } from '../client.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
const campaign = {
  id: 7,
  adamId: 15,
  name: 'A',
  status: 'PAUSED',
  deleted: false,
  countriesOrRegions: ['US', 'GB'],
  dailyBudgetAmount: { amount: '50.00', currency: 'USD' },
  creationTime: '2026-03-01T08:00:00.000',
};
const adGroup = { id: 8, campaignId: 7, name: 'G', status: 'ENABLED', automatedKeywordsOptIn: true };
const keyword = (id: number, bid: string) => ({
  id,
  adGroupId: 8,
  text: `word ${id}`,
  matchType: 'EXACT',
  status: 'ACTIVE',
  bidAmount: { amount: bid, currency: 'USD' },
});
const problem = (field: string, message: string) => ({ messageCode: 'CODE', message, field });

let service: StandInAdsService;
let client: SearchAdsClient;
let writer: SearchAdsWriter;

beforeEach(async () => {
  service = await startStandInAdsService();
  client = createSearchAdsClient({ ...service, firstRetryMs: 1, timeoutMs: 2000 });
  writer = client.writer;
});

afterEach(async () => {
  await client.close();
  await service.stop();
});

/** The next answer of the service. */
const queueResponse = (data: unknown, errors: unknown[] | null = null, status = 200) =>
  service.faults.push({ status, body: JSON.stringify({ data, pagination: null, error: errors && { errors } }) });

describe('what is sent', () => {
  it('is only what changes, in the words of each object', async () => {
    for (const data of [campaign, adGroup, adGroup, [keyword(1, '1'), keyword(2, '2')]]) queueResponse(data);
    await writer.updateCampaign(scope, 7, { dailyBudget: '80', targetCpa: '4.5', countries: ['DE'] });
    await writer.updateAdGroup(scope, 7, 8, { cpaGoal: null, status: 'PAUSED' });
    await writer.updateAdGroup(scope, 7, 8, { searchMatch: false, defaultBid: '1.2' });
    await writer.updateKeywords(scope, 7, 8, [
      { id: 1, status: 'ENABLED', bid: null },
      { id: 2, bid: '2' },
    ]);
    queueResponse(null);
    queueResponse('2');
    expect(await writer.deleteAdGroup(scope, 7, 8)).toEqual({ kind: 'done', value: null });
    expect(await writer.deleteKeywords(scope, 7, 8, [1, 2])).toEqual({ kind: 'done', value: { deleted: 2 } });
    const money = (amount: string) => ({ amount, currency: 'USD' });
    expect(service.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'PUT',
        '/campaigns/7',
        {
          campaign: { dailyBudgetAmount: money('80'), targetCpa: money('4.5'), countriesOrRegions: ['DE'] },
          clearGeoTargetingOnCountryOrRegionChange: true,
        },
      ],
      ['PUT', '/campaigns/7/adgroups/8', { cpaGoal: null, status: 'PAUSED' }],
      ['PUT', '/campaigns/7/adgroups/8', { automatedKeywordsOptIn: false, defaultBidAmount: money('1.2') }],
      [
        'PUT',
        '/campaigns/7/adgroups/8/targetingkeywords/bulk',
        [
          { id: 1, status: 'ACTIVE', bidAmount: null },
          { id: 2, bidAmount: money('2') },
        ],
      ],
      ['DELETE', '/campaigns/7/adgroups/8', {}],
      ['POST', '/campaigns/7/adgroups/8/targetingkeywords/delete/bulk', [1, 2]],
    ]);
  });
});

describe('the end of a write', () => {
  it('names what holds now, amounts without trailing zeros', async () => {
    queueResponse(campaign);
    expect(await writer.updateCampaign(scope, 7, { status: 'PAUSED' })).toMatchObject({
      kind: 'done',
      value: {
        id: 7,
        status: 'PAUSED',
        dailyBudget: '50',
        totalBudget: null,
        countries: ['GB', 'US'],
        createdAt: '2026-03-01T08:00:00.000Z',
      },
    });
  });

  it('is a refusal with the words of the service and the rows it names', async () => {
    const errors = [problem('KeywordImport[1].bidAmount', 'Too high'), problem('status', 'No')];
    queueResponse(null, errors, 400);
    expect(await writer.updateKeywords(scope, 7, 8, [{ id: 1 }, { id: 2 }])).toEqual({
      kind: 'refused',
      status: 400,
      message: 'Too high; No',
      items: [{ index: 1, message: 'Too high', code: 'CODE' }],
    });
    service.faults.push({ status: 403 });
    expect(await writer.deleteCampaign(scope, 7)).toEqual({
      kind: 'refused',
      status: 403,
      message: 'status 403',
      items: [],
    });
    queueResponse(null, [problem('', 'Not today')]);
    expect(await writer.updateAdGroup(scope, 7, 8, { status: 'PAUSED' })).toMatchObject({
      kind: 'refused',
      status: 200,
      message: 'Not today',
    });
  });

  it('distinguishes the rows of one success: done in any order, refused, not named', async () => {
    queueResponse([keyword(3, '0.30'), keyword(1, '0.1')], [problem('KeywordImport[1].bidAmount', 'Too high')]);
    const end = await writer.updateKeywords(
      scope,
      7,
      8,
      [1, 2, 3, 4].map((id) => ({ id, bid: '1' })),
    );
    expect(end.kind === 'done' && end.value).toMatchObject([
      { kind: 'done', value: { id: 1, bid: '0.1', status: 'ENABLED' } },
      { kind: 'refused', message: 'Too high', code: 'CODE' },
      { kind: 'done', value: { id: 3, bid: '0.3' } },
      { kind: 'unknown' },
    ]);
  });

  it('is limited with the pause the service asks for, and nothing is repeated', async () => {
    service.faults.push({ status: 429, headers: { 'retry-after': '7' } }, { status: 429 });
    expect(await writer.deleteCampaign(scope, 7)).toEqual({ kind: 'limited', retryAfterMs: 7000 });
    expect(await writer.deleteCampaign(scope, 7)).toEqual({ kind: 'limited', retryAfterMs: null });
    expect(service.calls).toHaveLength(2);
  });

  it('is unknown after a fault of the service, a cut or a broken answer, and nothing is repeated', async () => {
    for (const status of [500, 502, 503, 504]) service.faults.push({ status });
    service.faults.push({ status: 200, cut: true }, { status: 200, body: '{"data":{"id":' });
    queueResponse({ id: 'seven' });
    for (let call = 0; call < 7; call += 1) {
      expect(await writer.updateCampaign(scope, 7, { status: 'PAUSED' })).toMatchObject({
        kind: 'unknown',
        sent: true,
      });
    }
    expect(service.calls).toHaveLength(7);
  });

  it('is unknown when no answer comes in time, and not sent when no token does', async () => {
    const hasty = createSearchAdsClient({ ...service, firstRetryMs: 1, timeoutMs: 500 });
    await hasty.acls();
    service.faults.push({ status: 200, silent: true });
    expect(await hasty.writer.deleteCampaign(scope, 7)).toMatchObject({ kind: 'unknown', sent: true });
    await hasty.close();
    service.tokensSilent = true;
    const tokenless = createSearchAdsClient({ ...service, firstRetryMs: 1, timeoutMs: 50 });
    expect(await tokenless.writer.deleteCampaign(scope, 7)).toMatchObject({ kind: 'unknown', sent: false });
    await tokenless.close();
    expect(service.calls).toHaveLength(2);
  });

  it('says of a call that never reached the service that it was not sent', async () => {
    const aborted = AbortSignal.abort(new Error('stopped'));
    const end = { kind: 'unknown', sent: false };
    expect(await writer.deleteCampaign({ ...scope, signal: aborted }, 7)).toMatchObject(end);
    const away = { ...service, tokenUrl: 'http://127.0.0.1:9/token' };
    const withoutToken = createSearchAdsClient(away);
    expect(await withoutToken.writer.deleteCampaign(scope, 7)).toMatchObject(end);
    await withoutToken.close();
    const unreached = createSearchAdsClient({ ...service, apiUrl: 'http://127.0.0.1:9/api/v5' });
    expect(await unreached.writer.deleteCampaign(scope, 7)).toMatchObject(end);
    await unreached.close();
    expect(service.calls).toHaveLength(0);
  });

  it('is reached with a new token when one is no longer accepted: such a call had no effect', async () => {
    service.faults.push({ status: 401 });
    queueResponse(null);
    expect(await writer.deleteCampaign(scope, 7)).toMatchObject({ kind: 'done' });
    expect(service.tokens).toHaveLength(2);
  });

  it('never comes for a list the service does not take', async () => {
    await expect(writer.deleteKeywords(scope, 7, 8, [])).rejects.toThrow('1 to 1000');
    await expect(writer.updateKeywords(scope, 7, 8, Array(1001).fill({ id: 1 }))).rejects.toThrow('1 to 1000');
    expect(service.calls).toHaveLength(0);
  });
});

describe('readings before a write', () => {
  it('ask for the ids, deleted objects too, and are repeated', async () => {
    service.world.campaigns = [{ ...campaign, deleted: true, servingStateReasons: ['DELETED_BY_USER'] }];
    service.faults.push({ status: 503 });
    expect(await writer.readCampaigns(scope, [7, 9])).toMatchObject([
      { id: 7, deleted: true, servingReasons: ['DELETED_BY_USER'] },
    ]);
    service.world.adGroups.set(7, [adGroup]);
    service.world.keywords.set(7, [{ ...keyword(1, '0.50'), bidAmount: null }]);
    expect(await writer.readAdGroups(scope, 7, [8])).toMatchObject([{ id: 8, searchMatch: true, cpaGoal: null }]);
    expect(await writer.readKeywords(scope, 7, [1])).toMatchObject([{ id: 1, adGroupId: 8, bid: null }]);
    expect(service.calls[1]).toMatchObject({
      path: '/campaigns/find',
      body: {
        conditions: [
          { field: 'id', operator: 'IN', values: ['7', '9'] },
          { field: 'deleted', operator: 'IN', values: ['true', 'false'] },
        ],
      },
    });
  });

  it('fail for an object that cannot be read, because it would pass for deleted', async () => {
    service.world.campaigns = [{ ...campaign, status: 5 }];
    await expect(writer.readCampaigns(scope, [7])).rejects.toMatchObject({ name: 'SearchAdsError', retry: false });
  });
});

describe('creation', () => {
  it('sends whole targeting, explicit bids and times without a zone', async () => {
    queueResponse(adGroup);
    await writer.createAdGroup(scope, 7, {
      name: 'G',
      status: 'ENABLED',
      defaultBid: '1',
      cpaGoal: null,
      searchMatch: false,
      adamId: 15,
      startsAt: new Date('2026-03-01T08:00:00Z'),
      device: null,
      audience: 'returning',
    });
    const free = ['age', 'gender', 'country', 'adminArea', 'locality', 'daypart'].map((name) => [name, null]);
    expect(service.calls[0]?.body).toMatchObject({
      startTime: '2026-03-01T08:00:00.000',
      targetingDimensions: {
        ...Object.fromEntries(free),
        deviceClass: { included: ['IPHONE', 'IPAD'] },
        appDownloaders: { included: ['15'] },
      },
    });
  });

  it('finds each row in an answer that leaves out the refused ones', async () => {
    queueResponse([keyword(2, '1'), { ...keyword(1, '1'), text: 'Rain' }], [problem('KeywordImport[0].text', 'Bad')]);
    const row = (text: string) => ({ adGroupId: 8, text, matchType: 'EXACT', bid: '1', status: 'ENABLED' }) as const;
    const end = await writer.createKeywords(scope, 7, [row('bad'), row('rain'), row('word  2'), row('gone')]);
    expect(end.kind === 'done' && end.value).toMatchObject([
      { kind: 'refused', message: 'Bad' },
      { kind: 'done', value: { id: 1 } },
      { kind: 'done', value: { id: 2 } },
      { kind: 'unknown' },
    ]);
  });
});
