import { randomUUID } from 'node:crypto';
import {
  adGroupsCppsResponseSchema,
  changeResponseSchema,
  cppReportsResponseSchema,
  creationResponseSchema,
  creativesResponseSchema,
} from '@tapwise/contract';
import { adFiguresStream, adsPullStream, adsReportStream, creativesStream, dayInZone } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askForCreatives } from '../../../../workflows/src/campaigns/sync-creatives/ask-for-creatives.ts';
import { createSyncCreativesActivities } from '../../../../workflows/src/campaigns/sync-creatives/sync-creatives.activities.ts';
import { syncCreativesProcess } from '../../../../workflows/src/campaigns/sync-creatives/sync-creatives.contract.ts';
import { creativesRequests } from '../../../../workflows/src/campaigns/sync-creatives/sync-creatives.requests.ts';
import { syncCreatives } from '../../../../workflows/src/campaigns/sync-creatives/sync-creatives.story.ts';
import { processOf } from '../../../../workflows/src/story/process.ts';
import { createSkippingClock } from '../../../../workflows/src/testing/skipped-waits.ts';
import { happened, inTables } from '../../../support/facts/ads-world.ts';
import { eventually } from '../../../support/product/product.ts';
import { type ChangeWorker, startChangeWorker } from '../../../support/workers/change-worker.ts';
import { type RequestWorker, startRequestWorker } from '../../../support/workers/request-worker.ts';
import { type CreationService, startCreationService } from '../../creations/creation-service.ts';
import { adamId, orgId, scope } from '../../creations/creation-world.ts';

let service: CreationService;
let worker: ChangeWorker;
let syncing: RequestWorker;
let campaignId = 0;
let groups: readonly number[] = [];
let pages: readonly number[] = [];

beforeAll(async () => {
  service = await startCreationService({ tables: true });
  const searchAds = service.simulator.searchAds();
  worker = startChangeWorker(service.api.log, searchAds);
  syncing = startSyncing(searchAds);
  const body = {
    name: 'Pages',
    countries: ['US'],
    daily_budget_amount: 50,
    cpt: 1,
    keywords: ['sleep', 'rain', 'ocean'],
  };
  const { end } = await service.untilEnd('POST', 'skag_campaign', {
    ...body,
    negative_keywords: [],
    automation_enabled: false,
    request_id: randomUUID(),
  });
  campaignId = Number(creationResponseSchema.parse(end.body).campaign_id);
});
afterEach(() => service.simulator.faults({ write_faults: [] }));
afterAll(async () => {
  await Promise.all([worker.stop(), syncing.stop()]);
  await service.stop();
});

function startSyncing(searchAds: ReturnType<CreationService['simulator']['searchAds']>): RequestWorker {
  const stopping = new AbortController();
  const { log, deps } = service.api;
  const sources = { log, directory: deps.directory, searchAds, stopping: stopping.signal };
  return startRequestWorker({
    log,
    kind: creativesRequests,
    process: processOf(syncCreativesProcess, syncCreatives),
    activities: createSyncCreativesActivities(sources),
    clock: createSkippingClock(),
    stopping,
  });
}

const get = async (path: string, more: object = {}) => {
  const { api, applicationId, owner } = service;
  const query = { application_id: applicationId, asa_organization_id: orgId, ...more };
  return (await api.call('GET', `/api/asa/${path}`, { token: owner.token, query })).body;
};
const readAdGroups = async () =>
  adGroupsCppsResponseSchema.parse(await get('ad_groups_cpps', { selected_campaigns: campaignId })).ad_groups;
const assign = (wishes: readonly object[]) =>
  service.call('PUT', 'ad_groups_cpps', { ad_groups: wishes.map((wish) => ({ campaignId, ...wish })) });
const adsOf = async (adGroupId: number | undefined) =>
  (await service.writer.findAdsOf(scope, campaignId, [adGroupId ?? 0])).map(({ creativeId, status }) => [
    creativeId,
    status,
  ]);

describe('product pages', () => {
  it('are only read when no person asked for them', async () => {
    const { log } = service.api;
    const listed = await service.writer.listCreatives(scope, adamId);
    const before = (await service.writes()).length;
    const ref = { application_id: service.applicationId, org_id: orgId };
    await askForCreatives(log, ref);
    const [creatives] = await eventually(
      async () => {
        const events = await log.readStream(creativesStream(ref.application_id, ref.org_id));
        return events.flatMap(({ event }) => (event.type === 'CreativesSynced' ? [event.data.creatives] : []));
      },
      (synced) => synced.length > 0,
    );
    expect(creatives?.map(({ creative_id }) => creative_id).sort()).toEqual(
      listed.flatMap(({ id, type }) => (type === 'CUSTOM_PRODUCT_PAGE' ? [id] : [])).sort(),
    );
    expect((await service.writes()).length).toBe(before);
  });

  it('are made usable once, though an answer is lost, and listed after the default page', async () => {
    const [listed, visible] = await Promise.all([
      service.writer.listCreatives(scope, adamId),
      service.writer.listProductPages(scope, adamId),
    ]);
    const missing = visible.filter(({ id, visible: is }) => is && !listed.some((page) => page.productPageId === id));
    expect(missing.length).toBeGreaterThan(0);
    const before = (await service.writes()).length;
    await service.simulator.faults({
      write_faults: [{ method: 'POST', path: '/creatives', answer: 'lost', effect: true, times: 1 }],
    });
    const creatives = creativesResponseSchema.parse((await service.call('POST', 'creatives', {})).body).creatives;
    expect(creatives[0]).toEqual({ id: 0, name: 'Default' });
    await service.call('POST', 'creatives', {});
    expect((await service.writes()).slice(before).map(({ path }) => path)).toEqual(missing.map(() => '/creatives'));
    expect(creativesResponseSchema.parse(await get('creatives')).creatives).toEqual(creatives);
    pages = creatives.filter(({ state }) => state === 'VALID').map(({ id }) => id);
    expect(pages.length).toBeGreaterThan(1);
  });

  it('are assigned to many ad groups, changed, and taken back by undo', async () => {
    const before = await readAdGroups();
    expect(before.map(({ name, creativeId, creativeName, adId }) => [name, creativeId, creativeName, adId])).toEqual([
      ...['ocean', 'rain', 'sleep'].map((name) => [name, 0, 'Default', null]),
    ]);
    groups = before.map(({ id }) => id);
    const [first, second] = pages;
    const made = await assign(groups.map((id) => ({ id, creativeId: first, adId: null })));
    expect(changeResponseSchema.parse(made.body)).toMatchObject({
      status: 'ok',
      counts: { changed: 3 },
      results: groups.map((id) => ({ key: `${campaignId}:${id}`, field: 'creative', old: 0, new: first })),
    });
    const [firstGroup, other] = await readAdGroups();
    expect([firstGroup?.creativeId, other?.creativeId]).toEqual([first, first]);
    const changed = await assign([
      { id: firstGroup?.id, creativeId: second, adId: firstGroup?.adId },
      { id: other?.id, creativeId: 0, adId: other?.adId },
      { id: groups[2], creativeId: first },
    ]);
    expect(changed.body).toMatchObject({ counts: { changed: 2, unchanged: 1 } });
    expect(await adsOf(firstGroup?.id)).toEqual([
      [first, 'PAUSED'],
      [second, 'ENABLED'],
    ]);
    expect(await adsOf(other?.id)).toEqual([[first, 'PAUSED']]);
    const undone = await service.call('POST', 'undo', {
      asa_organization_id: undefined,
      change_id: changed.body.change_id,
    });
    expect(undone.body).toMatchObject({ counts: { changed: 2 } });
    expect((await readAdGroups()).map(({ creativeId }) => creativeId)).toEqual([first, first, first]);
    // Ads are used again, never doubled.
    expect(await adsOf(firstGroup?.id)).toEqual([
      [first, 'ENABLED'],
      [second, 'PAUSED'],
    ]);
  });

  it('conflict where another one is shown than was seen', async () => {
    const stale = await assign([{ id: groups[0], creativeId: pages[1], adId: null }]);
    expect(stale).toMatchObject({ status: 409, body: { results: [{ based_on: 0, current: pages[0] }] } });
    // The same where the page itself is named instead of its ad.
    const [id, other] = groups;
    const wish = { ad_groups: [{ id, campaignId, creativeId: pages[1] }] };
    const seen = (based_on: object) => service.call('PUT', 'ad_groups_cpps', { ...wish, based_on });
    expect(await seen({ [id ?? 0]: 0 })).toMatchObject({
      status: 409,
      body: { results: [{ based_on: 0, current: pages[0] }] },
    });
    expect(await seen({ [other ?? 0]: pages[0] })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await seen({ [id ?? 0]: pages[0] })).toMatchObject({ body: { counts: { changed: 1 } } });
    expect(await assign([{ id, creativeId: pages[0] }])).toMatchObject({ body: { counts: { changed: 1 } } });
  });

  it('go back to the former one when the ad service refuses the new one', async () => {
    await service.simulator.faults({ write_faults: [{ method: 'POST', path: '/ads', answer: 400, times: 1 }] });
    const third = groups[2];
    const refused = await assign([{ id: third, creativeId: pages[1] }]);
    expect(refused).toMatchObject({ status: 422, body: { counts: { refused: 1 } } });
    expect(await adsOf(third)).toEqual([[pages[0], 'ENABLED']]);
    expect((await readAdGroups())[2]?.creativeId).toBe(pages[0]);
  });

  it('are made once, also when an answer is lost half-way', async () => {
    await service.simulator.faults({
      write_faults: [{ method: 'POST', path: '/ads', answer: 'lost', effect: true, times: 1 }],
    });
    const third = groups[2];
    const { body } = await assign([{ id: third, creativeId: pages[1] }]);
    expect(body).toMatchObject({ counts: { changed: 1 } });
    expect(await adsOf(third)).toEqual([
      [pages[0], 'PAUSED'],
      [pages[1], 'ENABLED'],
    ]);
  });

  it('are switched on again when the paused ad of the new one cannot be', async () => {
    const third = groups[2];
    const put = { method: 'PUT', path: '/ads' } as const;
    await service.simulator.faults({
      write_faults: [
        { ...put, answer: 'usual' },
        { ...put, answer: 400 },
      ],
    });
    expect(await assign([{ id: third, creativeId: pages[0] }])).toMatchObject({ status: 422 });
    expect(await adsOf(third)).toEqual([
      [pages[0], 'PAUSED'],
      [pages[1], 'ENABLED'],
    ]);
  });

  it.each([
    ['another page', { creativeId: 987654321 }, 404, 'Product page not found'],
    ['an ad of another ad group', { adId: 987654321 }, 404, 'Ad not found'],
    ['no ad group', { id: 987654321 }, 404, 'Ad group not found'],
  ])('are refused for %s, and nothing is sent', async (_what, wrong, status, error_message) => {
    const before = (await service.writes()).length;
    const response = await assign([{ id: groups[0], creativeId: pages[0], ...wrong }]);
    expect(response).toMatchObject({ status, body: { error_message } });
    expect(await service.writes()).toHaveLength(before);
  });
});

describe('the report of product pages', () => {
  it('sets what the page did against what is left of the ad group', async () => {
    const { api, applicationId: application_id } = service;
    const day = dayInZone(api.deps.now().getTime(), 'UTC');
    const common = { application_id, org_id: orgId, campaign_id: campaignId, day, currency: 'USD' };
    const pulled_at = api.deps.now().toISOString();
    const counts = (impressions: number, taps: number, tap_installs: number) => ({
      country: 'US',
      impressions,
      taps,
      tap_installs,
      view_installs: 0,
      spend_micros: taps * 2_000_000,
    });
    const [ad_group_id = 0] = groups;
    const [creative_id = 0] = pages;
    const total = { ad_group_id, keyword_id: 0, ...counts(1000, 100, 50) };
    await happened(api, adsReportStream(application_id, orgId, day), {
      type: 'AdsReportRowsRecorded',
      data: { ...common, level: 'ad_group', pulled_at, rows: [total] },
    });
    const position = await happened(api, adFiguresStream(application_id, orgId, day), {
      type: 'AdFiguresRecorded',
      data: { ...common, pulled_at, rows: [{ ad_id: 9, ad_group_id, creative_id, ...counts(400, 60, 40) }] },
    });
    await inTables(api, position);
    const question = { campaign_id: campaignId, creative_id, from: day, to: day };
    expect(cppReportsResponseSchema.parse(await get('cpp_reports', question)).rows).toEqual([
      {
        name: 'ocean',
        ad_group_id,
        default_impressions: 600,
        cpp_impressions: 400,
        default_cpt: 2,
        cpp_cpt: 2,
        default_ttr: 40 / 600,
        cpp_ttr: 0.15,
        default_cr: 0.25,
        cpp_cr: 40 / 60,
        default_ir: 10 / 600,
        cpp_ir: 0.1,
      },
    ]);
    const problem = { state: 'failed', reason: 'away', http_status: null, operation: 'POST', detail: '' } as const;
    const since = { at: pulled_at, since: pulled_at, pulled_at: null, untrusted: false };
    const later = await happened(api, adsPullStream(application_id, orgId), {
      type: 'AdsPullIncomplete',
      data: { application_id, org_id: orgId, ...since, ...problem },
    });
    await inTables(api, later);
    expect((await get('cpp_reports', question)).warning).toMatch(
      /^Apple Ads could not be read since .*: it does not answer\./,
    );
    const refusal = async (more: object) => (await get('cpp_reports', { ...question, ...more })).error_message;
    expect(await refusal({ creative_id: 0 })).toBe('Choose a custom product page');
    expect(await refusal({ from: '' })).toBe('Date range is required');
    expect(await get('ad_groups_names', { campaign_id: campaignId })).toMatchObject({
      ad_groups: [{ id: ad_group_id, name: 'ocean' }, { name: 'rain' }, { name: 'sleep' }],
    });
  });
});
