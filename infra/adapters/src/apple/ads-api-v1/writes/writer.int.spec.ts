import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StandInAdsPlatform,
  startStandInAdsPlatform,
} from '../../../../../../tests/support/stand-ins/stand-in-ads-platform.ts';
import type { SearchAdsClient } from '../../ad-service/client.ts';
import type { SearchAdsWriter } from '../../ad-service/writes/writer.ts';
import { createAdsPlatformClient } from '../client.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
const money = (amount: string) => ({ amount, currency: 'USD' });
const campaign = {
  id: 7,
  promotedObjectType: 'APPSTORE_APP',
  promotedObjectId: '15',
  name: 'A',
  status: 'PAUSED',
  deleted: false,
  targeting: { countryOrRegion: { include: ['US', 'GB'] } },
  dailyBudget: { value: money('50.00') },
};
const manual = { bidStrategyType: 'MANUAL_CPT', bidStrategyGoal: 'TAP' };
const adGroup = {
  id: 8,
  campaignId: 7,
  name: 'G',
  status: 'ENABLED',
  automatedKeywordsOptIn: true,
  bidStrategy: { ...manual, bid: money('1.00') },
  cpaCap: { value: money('4') },
};
const keyword = (id: number, bid: string) => ({
  id,
  adGroupId: 8,
  text: `word ${id}`,
  matchType: 'EXACT',
  status: 'ENABLED',
  bid: money(bid),
});

let service: StandInAdsPlatform;
let client: SearchAdsClient;
let writer: SearchAdsWriter;

beforeEach(async () => {
  service = await startStandInAdsPlatform();
  const accounts = { accessOf: () => ({ adAccountId: 52 }) };
  client = createAdsPlatformClient({ ...service, accounts, firstRetryMs: 1, timeoutMs: 2000 });
  writer = client.writer;
});

afterEach(async () => {
  await client.close();
  await service.stop();
});

const reply = (result: unknown, status = 200) => service.responses.push({ status, body: { result } });
const item = (correlationId: number, result: unknown) => ({ correlationId, success: true, result });
const refusedItem = (correlationId: number, message: string) => ({
  correlationId,
  success: false,
  error: { code: 'INVALID', message, details: [] },
});

describe('a change', () => {
  it('is sent in the shapes of version 1, bare and nested', async () => {
    reply({ ...campaign, dailyBudget: { value: money('80') } });
    expect(await writer.updateCampaign(scope, 7, { dailyBudget: '80.0' })).toMatchObject({
      kind: 'done',
      value: { dailyBudget: '80', totalBudget: null, countries: ['GB', 'US'] },
    });
    reply(adGroup);
    reply({ ...adGroup, automatedKeywordsOptIn: false, bidStrategy: { ...manual, bid: money('1.2') } });
    expect(await writer.updateAdGroup(scope, 7, 8, { searchMatch: false, defaultBid: '1.2' })).toMatchObject({
      kind: 'done',
      value: { searchMatch: false, defaultBid: '1.2' },
    });
    expect(service.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/campaigns/7', { dailyBudget: { value: money('80.0') } }],
      ['GET', '/adgroups/8', {}],
      ['PUT', '/adgroups/8', { bidStrategy: { ...manual, bid: money('1.2') }, automatedKeywordsOptIn: false }],
    ]);
  });

  it('that the service says yes to and does not make is refused', async () => {
    reply(campaign);
    expect(await writer.updateCampaign(scope, 7, { dailyBudget: '80' })).toMatchObject({
      kind: 'refused',
      message: 'Apple kept the old value',
    });
    reply(adGroup);
    expect(await writer.updateAdGroup(scope, 7, 8, { cpaGoal: null })).toMatchObject({ kind: 'refused', status: 200 });
    expect(service.calls[1]?.body).toEqual({ cpaCap: null });
  });

  it('of a target CPA goes out with its strategy, and is compared', async () => {
    const automatic = { bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL' };
    reply({ ...campaign, bidStrategy: { ...automatic, bid: money('4.5') } });
    expect(await writer.updateCampaign(scope, 7, { targetCpa: '4.50' })).toMatchObject({
      kind: 'done',
      value: { targetCpa: '4.5' },
    });
    expect(service.calls[0]?.body).toEqual({ bidStrategy: { ...automatic, bid: money('4.50') } });
    reply({ ...campaign, bidStrategy: { ...automatic, bid: money('3') } });
    const kept = await writer.updateCampaign(scope, 7, { targetCpa: '4.5' });
    expect(kept).toMatchObject({ kind: 'refused', message: 'Apple kept the old value' });
  });

  it('that version 1 does not have is refused without a call', async () => {
    const total = await writer.updateCampaign(scope, 7, { totalBudget: '900' });
    expect(total).toMatchObject({ kind: 'refused', status: 400, message: 'Apple no longer has total budgets.' });
    const name = await writer.updateAdGroup(scope, 7, 8, { name: 'US | Exact' });
    expect(name).toMatchObject({ kind: 'refused', message: 'Apple no longer allows | in names' });
    expect(service.calls).toEqual([]);
  });

  it('of countries is refused while ad groups target places', async () => {
    reply([{ ...adGroup, targeting: { locality: { include: ['123'] } } }]);
    const end = await writer.updateCampaign(scope, 7, { countries: ['DE'] });
    expect(end).toMatchObject({ kind: 'refused', message: expect.stringContaining('target') });
    expect(service.calls).toHaveLength(1);
  });

  it('of a bid that the service sets is refused, and of Search Match goes out with a bid of 0', async () => {
    const set = { bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL', bid: money('0') };
    reply({ ...adGroup, bidStrategy: set });
    expect(await writer.updateAdGroup(scope, 7, 8, { defaultBid: '2' })).toMatchObject({ kind: 'refused' });
    reply({ ...adGroup, bidStrategy: set });
    reply({ ...adGroup, bidStrategy: set, automatedKeywordsOptIn: false });
    const end = await writer.updateAdGroup(scope, 7, 8, { searchMatch: false, defaultBid: null });
    expect(end).toMatchObject({ kind: 'done', value: { defaultBid: null } });
    expect(service.calls.at(-1)?.body).toMatchObject({ bidStrategy: set });
  });

  it('without an answer is unknown; of an object that is gone, or at the limit, it is not', async () => {
    service.responses.push({ status: 502, body: '' });
    expect(await writer.deleteAdGroup(scope, 7, 8)).toMatchObject({ kind: 'unknown', sent: true });
    service.responses.push({ status: 404, body: { error: { code: 'not_found', message: 'Gone' } } });
    expect(await writer.deleteAdGroup(scope, 7, 8)).toEqual({ kind: 'done', value: null });
    service.responses.push({ status: 200, body: '' });
    expect(await writer.deleteCampaign(scope, 7)).toEqual({ kind: 'done', value: null });
    service.responses.push({ status: 429, headers: { 'retry-after': '1' }, body: { error: { code: 'slow' } } });
    expect(await writer.deleteCampaign(scope, 7)).toEqual({ kind: 'limited', retryAfterMs: 1000 });
    expect(service.calls).toHaveLength(4);
  });
});

describe('keywords', () => {
  it.each([200, 207, 400])('end by their numbers, whatever the status: %d', async (status) => {
    reply([item(2, keyword(3, '3')), refusedItem(1, 'Too high'), item(0, keyword(1, '1'))], status);
    const changes = [1, 2, 3, 4].map((id) => ({ id, bid: String(id) }));
    const end = await writer.updateKeywords(scope, 7, 8, changes);
    expect(end.kind === 'done' && end.value).toMatchObject([
      { kind: 'done', value: { id: 1, bid: '1' } },
      { kind: 'refused', message: 'Too high' },
      { kind: 'done', value: { id: 3, bid: '3' } },
      { kind: 'unknown' },
    ]);
    expect(service.calls[0]?.body).toMatchObject({ allowPartialSuccess: true });
  });

  it('are never sent a bid of nothing', async () => {
    reply([item(0, { ...keyword(2, '2'), status: 'PAUSED' })]);
    const end = await writer.updateKeywords(scope, 7, 8, [
      { id: 1, bid: null },
      { id: 2, status: 'PAUSED' },
    ]);
    expect(end.kind === 'done' && end.value.map(({ kind }) => kind)).toEqual(['refused', 'done']);
    expect(service.calls[0]?.body.items).toEqual([{ correlationId: 0, data: { id: 2, status: 'PAUSED' } }]);
  });

  it('that are refused are looked up: they may be there already', async () => {
    reply([refusedItem(0, 'No'), refusedItem(1, 'No')]);
    service.respond = ({ body }) => {
      const isDeleted = JSON.stringify(body.filters).includes('"value":true');
      return { body: { result: isDeleted ? [] : [keyword(1, '1')], pagination: { totalCount: isDeleted ? 0 : 1 } } };
    };
    const row = (text: string) => ({ adGroupId: 8, text, matchType: 'EXACT', bid: '1', status: 'ENABLED' }) as const;
    const end = await writer.createKeywords(scope, 7, [row('Word  1'), row('word 2')]);
    expect(end.kind === 'done' && end.value).toMatchObject([
      { kind: 'refused', code: 'DUPLICATE_KEYWORD' },
      { kind: 'refused', code: 'INVALID' },
    ]);
  });

  it('of many ad groups are made in one call', async () => {
    reply([item(1, { ...keyword(2, '1'), adGroupId: 9 }), item(0, keyword(1, '1'))]);
    const row = (adGroupId: number, text: string) =>
      ({ adGroupId, text, matchType: 'EXACT', bid: '1', status: 'ENABLED' }) as const;
    const end = await writer.createKeywords(scope, 7, [row(8, 'word 1'), row(9, 'word 2')]);
    expect(end.kind === 'done' && end.value).toMatchObject([
      { kind: 'done', value: { id: 1, adGroupId: 8 } },
      { kind: 'done', value: { id: 2, adGroupId: 9 } },
    ]);
    expect(service.calls).toHaveLength(1);
  });

  it('are deleted in bulk, or one by one where the interface is older; what is gone already counts', async () => {
    reply([item(0, undefined), refusedItem(1, 'Gone')]);
    service.responses.push({ body: { result: [{ id: 2, deleted: true }] } });
    expect(await writer.deleteKeywords(scope, 7, 8, [1, 2])).toEqual({ kind: 'done', value: { deleted: 2 } });
    service.responses.push({ status: 404, body: { data: null, error: { errors: [] } } });
    service.responses.push({ body: '' }, { body: '' });
    expect(await writer.deleteKeywords(scope, 7, 8, [3, 4])).toEqual({ kind: 'done', value: { deleted: 2 } });
    expect(service.calls.slice(-2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /keywords/3',
      'DELETE /keywords/4',
    ]);
  });

  it('go out a hundred at a time at most', async () => {
    expect(writer.limits.mostRows).toBe(100);
    await expect(writer.updateKeywords(scope, 7, 8, Array(101).fill({ id: 1 }))).rejects.toThrow('1 to 100');
  });
});

describe('what is made', () => {
  it('is a campaign with its account, nested targeting and a strategy; an ad group with its start and campaign', async () => {
    const name = 'Rain';
    reply({ ...campaign, name });
    const draft = { adamId: 15, name, countries: ['US'], status: 'PAUSED', invoiceDetails: null } as const;
    const made = await writer.createCampaign(scope, { ...draft, dailyBudget: '50', totalBudget: null });
    expect(made).toMatchObject({ kind: 'done', value: { adamId: 15 } });
    expect(service.calls[0]?.body).toMatchObject({
      adAccountId: 52,
      promotedObjectId: '15',
      targeting: {
        supplySource: { include: ['APPSTORE'] },
        supplyPlacement: { include: ['APPSTORE_SEARCH_RESULTS'] },
        countryOrRegion: { include: ['US'] },
      },
      bidStrategy: manual,
    });
    const total = await writer.createCampaign(scope, { ...draft, dailyBudget: '50', totalBudget: '9' });
    expect(total).toMatchObject({ kind: 'refused', message: 'Apple no longer has total budgets.' });
    reply(adGroup);
    const group = { name: 'G', status: 'ENABLED', defaultBid: '1', cpaGoal: '4', searchMatch: true } as const;
    const startsAt = new Date('2026-03-01T08:00:00Z');
    await writer.createAdGroup(scope, 7, { ...group, adamId: 15, startsAt, device: null, audience: 'returning' });
    expect(service.calls[1]?.body).toMatchObject({
      campaignId: 7,
      pricingModel: 'CPT',
      startTime: '2026-03-01T08:00:00.000',
      cpaCap: { value: money('4') },
      targeting: { deviceClass: { include: ['IPHONE', 'IPAD'] }, appDownloader: { include: ['15'] } },
    });
  });

  it('is no ad while its creative is looked at', async () => {
    const creative = { id: 5, name: 'P', creativeType: 'CUSTOM_PRODUCT_PAGE', systemStatus: 'PENDING' };
    reply(creative);
    const ad = { creativeId: 5, name: 'An ad', status: 'ENABLED' } as const;
    expect(await writer.createAd(scope, 7, 8, ad)).toMatchObject({ kind: 'limited' });
    reply({ ...creative, systemStatus: 'VALID' });
    reply({ id: 1, adGroupId: 8, ...ad });
    expect(await writer.createAd(scope, 7, 8, ad)).toMatchObject({ kind: 'done', value: { creativeId: 5 } });
    expect(service.calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  it('of a page is named without what the service does not take', async () => {
    reply({ id: 5, name: 'US / Sleep', creativeType: 'CUSTOM_PRODUCT_PAGE', systemStatus: 'VALID' });
    const page = { adamId: 15, name: 'US | Sleep', productPageId: 'page' };
    expect(await writer.createCreative(scope, page)).toMatchObject({ kind: 'done' });
    expect(service.calls[0]?.body).toMatchObject({ name: 'US / Sleep' });
  });
});
