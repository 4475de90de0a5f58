import { createSearchAdsClient, type EventLog, openEventLog, type SearchAdsClient } from '@tapwise/adapters';
import {
  adsPullStream,
  adsReportStream,
  campaignDecider,
  campaignStream,
  type Day,
  type DomainEvent,
  dayInZone,
  fold,
} from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
} from '../../../../tests/support/facts/linked-application.ts';
import {
  type ReadResponse,
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { createPullActivities } from './pull-organization.activities.ts';
import type { PullActivities } from './pull-organization.contract.ts';

const zone = 'UTC';
const adamId = 1500000001;
const recent = { newest: 0, oldest: 6 };
let node: EventStoreUnderTest;
let log: EventLog;
let service: StandInAdsService;
let client: SearchAdsClient;
let stopping: AbortController;
let activities: PullActivities;
let applicationId = 0;
let campaignId = 710_000_000;
let today: Day;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});
afterAll(async () => {
  await log.close();
  await node.stop();
});
beforeEach(async () => {
  applicationId += 1;
  campaignId += 1;
  stopping = new AbortController();
  service = await startStandInAdsService();
  client = createSearchAdsClient({ ...service, firstRetryMs: 1 });
  await addApplication(log, { id: applicationId, adamId });
  await linkOrganization(log, applicationId, { org_id: orgId(), currency: 'USD', time_zone: zone });
  const directory = followDirectory(log, stopping.signal);
  activities = createPullActivities({ log, directory, searchAds: client, pauseSeconds: 5 });
  today = dayInZone(Date.now(), zone);
  world();
});
afterEach(async () => {
  stopping.abort();
  await client.close();
  await service.stop();
});

const orgId = () => 40_770_000 + applicationId;
const usd = (amount: string) => ({ amount, currency: 'USD' });
const metadata = { countryOrRegion: 'US' };
const bucket = (taps: number) => ({
  date: today,
  impressions: taps * 10,
  taps,
  tapInstalls: taps,
  viewInstalls: 1,
  localSpend: usd(`${taps}.5`),
});

/** A campaign with two ad groups, three keywords each, an ad and a negative; every keyword had two taps today. */
function world(taps = 2): void {
  const groups = [8, 9];
  const words = [1, 2, 3];
  const keywords = groups.flatMap((adGroupId) => words.map((word) => ({ id: adGroupId * 10 + word, adGroupId })));
  const status = { status: 'ENABLED', deleted: false };
  service.world.campaigns = [
    { ...status, id: campaignId, adamId, name: 'US', displayStatus: 'RUNNING', dailyBudgetAmount: usd('50') },
  ];
  service.world.adGroups.set(
    campaignId,
    groups.map((id) => ({ ...status, id, name: `Group ${id}`, defaultBidAmount: usd('1'), cpaGoal: usd('9') })),
  );
  service.world.keywords.set(
    campaignId,
    keywords.map((keyword) => ({
      ...keyword,
      text: `word ${keyword.id}`,
      matchType: 'EXACT',
      status: 'ACTIVE',
      bidAmount: usd('1.2'),
    })),
  );
  service.world.ads.set(campaignId, [{ ...status, id: 51, adGroupId: 8, creativeId: 61, name: 'Rain' }]);
  service.world.creatives = [{ id: 61, adamId, type: 'CUSTOM_PRODUCT_PAGE', productPageId: 'page' }];
  service.world.productPages = [{ id: 'page', name: 'Rain', state: 'VISIBLE' }];
  service.world.negatives.set(campaignId, [{ id: 31, text: 'free', matchType: 'EXACT', status: 'ACTIVE' }]);
  const { reports } = service.world;
  reports.set('/campaigns', [{ metadata: { ...metadata, campaignId }, granularity: [bucket(taps * 6)] }]);
  reports.set(
    `/campaigns/${campaignId}/adgroups`,
    groups.map((adGroupId) => ({ metadata: { ...metadata, adGroupId }, granularity: [bucket(taps * 3)] })),
  );
  reports.set(
    `/campaigns/${campaignId}/keywords`,
    keywords.map(({ id, adGroupId }) => ({
      metadata: { ...metadata, adGroupId, keywordId: id },
      granularity: [bucket(taps)],
    })),
  );
  reports.set(`/campaigns/${campaignId}/ads`, [
    { metadata: { ...metadata, adGroupId: 8, adId: 51, creativeId: 61 }, granularity: [bucket(taps)] },
  ]);
}

const run = <Input, Output>(activity: (input: Input) => Promise<Output>, input: Input): Promise<Output> =>
  new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') }).run(activity, input);

/** One round; a part that fails ends it, as in the workflow. */
async function pull(): Promise<'done' | 'failed'> {
  const ref = { application_id: applicationId, org_id: orgId() };
  try {
    const { incomplete } = await run(activities.pullStructure, ref);
    await run(activities.pullReports, { ...ref, ages: recent, ...(incomplete ? { incomplete } : {}) });
    return 'done';
  } catch {
    return 'failed';
  }
}

const events = async (stream: string): Promise<DomainEvent[]> =>
  (await log.readStream(stream)).map(({ event }) => event);

/** Today's figures by level and row, as the log has them. */
async function figures(): Promise<Record<string, object>> {
  const rows: Record<string, object> = {};
  for (const { type, data } of await events(adsReportStream(applicationId, orgId(), today))) {
    if (type !== 'AdsReportRowsRecorded') continue;
    for (const { ad_group_id, keyword_id, country, ...row } of data.rows) {
      rows[`${data.level} ${ad_group_id} ${keyword_id} ${country}`] = row;
    }
  }
  return rows;
}

/** Settings of the campaign and all below it, as the log has them. */
async function structure(): Promise<object> {
  const state = fold(campaignDecider, (await events(campaignStream(campaignId))) as never);
  const { campaign, ad_groups, keywords, ads, negatives } = state;
  return { campaign, ad_groups, keywords, ads, negatives };
}

const pulls = async () => (await events(adsPullStream(applicationId, orgId()))).map(({ type }) => type);
const lastPull = async () => (await events(adsPullStream(applicationId, orgId()))).at(-1);
const taps = async (level: string) =>
  Object.entries(await figures()).flatMap(([key, row]) =>
    key.startsWith(level) ? [(row as { taps: number }).taps] : [],
  );

/** Alters answers whose path ends so. */
const alter = (ending: string, how: (response: ReadResponse) => unknown): void => {
  service.alter = (path, response) => (path.endsWith(ending) ? how(response) : response);
};
const rowsOf = ({ data }: ReadResponse) => (Array.isArray(data) ? data : data.reportingDataResponse.row);
const withRows = (response: ReadResponse, rows: readonly object[]) => ({
  ...response,
  data: Array.isArray(response.data) ? rows : { reportingDataResponse: { row: rows } },
});
const problem = { errors: [{ messageCode: 'INTERNAL', message: 'Something went wrong.', field: '' }] };

describe('an answer that proves nothing', () => {
  it.each([
    ['an error inside a success', 'error_in_answer', (response: ReadResponse) => ({ ...response, error: problem })],
    ['an error instead of data', 'error_in_answer', () => ({ data: null, pagination: null, error: problem })],
    ['no data', 'no_data', () => ({ data: null, pagination: null, error: null })],
    ['a report without rows', 'no_data', () => ({ data: {}, pagination: null, error: null })],
    ['a list', 'not_an_object', () => []],
    ['text', 'not_an_object', () => '"try again"'],
  ])('takes nothing back, and does not count as a pull: %s', async (_, reason, how) => {
    await pull();
    const before = [await figures(), await structure()];
    alter('/reports/campaigns', how);
    expect(await pull()).toBe('failed');
    expect([await figures(), await structure()]).toEqual(before);
    expect(await pulls()).toEqual(['AdsPullCompleted', 'AdsPullIncomplete']);
    expect(await lastPull()).toMatchObject({ data: { state: 'failed', reason, http_status: null, untrusted: true } });
  });

  it('about one campaign leaves what is below it, says so once, and ends with the next whole pull', async () => {
    await pull();
    world(5);
    alter('/keywords', () => ({ data: null, pagination: null, error: problem }));
    await pull();
    await pull();
    expect([await taps('campaign'), await taps('ad_group')]).toEqual([[30], [6, 6]]);
    expect(await pulls()).toEqual(['AdsPullCompleted', 'AdsPullIncomplete']);
    service.alter = undefined;
    await pull();
    expect(await taps('ad_group')).toEqual([15, 15]);
    expect((await pulls()).at(-1)).toBe('AdsPullCompleted');
  });
});

describe('a list that ends too early', () => {
  it('leaves figures of ad groups and keywords together, so that none of them passes for Search Match', async () => {
    await pull();
    const before = await figures();
    alter('/keywords', (response) =>
      withRows(response, response.pagination.startIndex > 0 ? [] : rowsOf(response).slice(0, 4)),
    );
    await pull();
    expect(await figures()).toEqual(before);
    expect(await lastPull()).toMatchObject({
      type: 'AdsPullIncomplete',
      data: { state: 'partial', reason: 'short_list' },
    });
  });

  it('leaves them together also while figures grow', async () => {
    await pull();
    const belowCampaign = async () => Object.entries(await figures()).filter(([key]) => !key.startsWith('campaign'));
    const before = await belowCampaign();
    world(5);
    alter('/keywords', (response) =>
      withRows(response, response.pagination.startIndex > 0 ? [] : rowsOf(response).slice(0, 4)),
    );
    await pull();
    expect(await belowCampaign()).toEqual(before);
    service.alter = undefined;
    await pull();
    expect(await taps('keyword')).toEqual([5, 5, 5, 5, 5, 5]);
    expect(await taps('ad_group')).toEqual([15, 15]);
  });

  it('of campaigns makes neither figures nor settings of the others vanish; nor does one that is empty', async () => {
    await pull();
    const before = [await figures(), await structure()];
    alter('/campaigns/find', (response) => withRows(response, []));
    await pull();
    expect([await figures(), await structure()]).toEqual(before);
    service.alter = undefined;
    service.world.campaigns = [];
    await pull();
    expect(await structure()).toEqual(before[1]);
    alter('/campaigns/find', () => ({ data: null, pagination: null, error: problem }));
    await pull();
    expect(await lastPull()).toMatchObject({ type: 'AdsPullIncomplete' });
  });
});

describe('a value that cannot be read', () => {
  const strange = (response: ReadResponse) =>
    withRows(
      response,
      rowsOf(response).map((row, index) => {
        const [day] = row.granularity as object[];
        return index > 0 ? row : { ...row, granularity: [{ ...day, ...bucket(7), localSpend: usd('null') }] };
      }),
    );

  it('is not known when it never was; the rest of the row is kept', async () => {
    alter('/keywords', strange);
    await pull();
    expect((await figures())['keyword 8 81 US']).toEqual({
      impressions: 70,
      taps: 7,
      tap_installs: 7,
      view_installs: 1,
      spend_micros: 0,
      unread: ['spend_micros'],
    });
    expect(await taps('keyword')).toEqual([7, 2, 2, 2, 2, 2]);
    expect(await lastPull()).toMatchObject({ data: { state: 'partial', reason: 'unreadable_field' } });
  });

  it('is the last known one afterwards', async () => {
    await pull();
    alter('/keywords', strange);
    await pull();
    expect((await figures())['keyword 8 81 US']).toMatchObject({ taps: 7, spend_micros: 2_500_000 });
  });

  it('of a setting is the last known one, and none of the others is lost', async () => {
    await pull();
    const before = await structure();
    const odd = { status: 'HIBERNATING', bidAmount: usd('null'), text: 17, matchType: null, deleted: 'perhaps' };
    alter('targetingkeywords/find', (response) =>
      withRows(
        response,
        rowsOf(response).map((row) => ({ ...row, ...odd })),
      ),
    );
    await pull();
    expect(await structure()).toEqual(before);
  });
});

describe('an amount in another currency', () => {
  it('is recorded as what it is', async () => {
    const [row] = service.world.reports.get('/campaigns') ?? [];
    if (row !== undefined) row.granularity = [{ ...bucket(4), localSpend: { amount: '3', currency: 'EUR' } }];
    await pull();
    expect((await figures())['campaign 0 0 US']).toMatchObject({ spend_micros: 3_000_000, currency: 'EUR' });
    expect(await pulls()).toEqual(['AdsPullCompleted']);
  });

  it('is no bid of ours', async () => {
    await pull();
    const before = await structure();
    const bid = { defaultBidAmount: { amount: '7', currency: 'JPY' } };
    alter('/adgroups/find', (response) =>
      withRows(
        response,
        rowsOf(response).map((row) => ({ ...row, ...bid })),
      ),
    );
    await pull();
    expect(await structure()).toEqual(before);
    expect(await lastPull()).toMatchObject({ data: { reason: 'other_currency' } });
  });
});

describe('what is remembered of an answer', () => {
  it('does not outlive what the log says: what was taken back is written again when the same bytes return', async () => {
    await pull();
    const before = await figures();
    const campaigns = service.world.reports.get('/campaigns') ?? [];
    // A whole answer says that the campaign had nothing; what is below it is not asked for then.
    service.world.reports.set('/campaigns', []);
    await pull();
    expect([await taps('campaign'), await taps('keyword')]).toEqual([[0], [0, 0, 0, 0, 0, 0]]);
    service.world.reports.set('/campaigns', campaigns);
    await pull();
    expect(await figures()).toEqual(before);
  });
});

describe('a campaign that is deleted already when it is first seen', () => {
  const campaignCalls = () => service.calls.filter(({ path }) => path.includes(`/campaigns/${campaignId}/`)).length;

  it('is read with all that is below it, once', async () => {
    for (const campaign of service.world.campaigns)
      Object.assign(campaign, { deleted: true, displayStatus: 'DELETED' });
    await pull();
    expect(await structure()).toMatchObject({
      campaign: { deleted: true },
      ad_groups: new Map([8, 9].map((id) => [id, expect.objectContaining({ name: `Group ${id}` })])),
    });
    const state = fold(campaignDecider, (await events(campaignStream(campaignId))) as never);
    expect([state.keywords.size, state.ads.size, state.negatives.size]).toEqual([6, 1, 1]);
    service.world.reports.clear();
    const before = campaignCalls();
    await pull();
    expect(campaignCalls()).toBe(before);
  });

  it('is read again while a part of it could not be read', async () => {
    for (const campaign of service.world.campaigns) Object.assign(campaign, { deleted: true });
    alter('/ads/find', () => ({ data: null, pagination: null, error: null }));
    await pull();
    service.alter = undefined;
    await pull();
    const state = fold(campaignDecider, (await events(campaignStream(campaignId))) as never);
    expect([state.ads.size, state.deleted_read]).toEqual([1, true]);
  });
});

/** What may happen to one answer; each leaves it something that is no whole answer. */
const faults: Record<string, (response: ReadResponse, at: number) => unknown> = {
  cut: (response, at) => JSON.stringify(response).slice(0, 1 + Math.floor(at * (JSON.stringify(response).length - 2))),
  error: (response) => ({ ...response, error: problem }),
  empty: () => ({}),
  noData: ({ pagination }) => ({ data: null, pagination, error: null }),
  fewer: (response, at) => withRows(response, rowsOf(response).slice(0, Math.floor(at * rowsOf(response).length))),
  odd: (response, at) => {
    const rows = rowsOf(response);
    const position = Math.floor(at * rows.length);
    return withRows(
      response,
      rows.map((row, index) => (index === position ? { ...row, id: { odd: true }, metadata: 'odd' } : row)),
    );
  },
  oddAmounts: (response) =>
    JSON.parse(JSON.stringify(response).replaceAll(/"amount":"[^"]*"/g, '"amount":"null"')) as object,
};

describe('whatever happens to answers', () => {
  it('no figure changes, no age moves and no object vanishes, and the next whole pull brings everything', async () => {
    await pull();
    const before = [await figures(), await structure()];
    const fault = fc.record({
      kind: fc.constantFrom(...Object.keys(faults)),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    const plan = fc.array(fc.option(fault, { freq: 2 }), { minLength: 4, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        let requests = 0;
        let altered = 0;
        service.alter = (_, response) => {
          const injected = planned[requests % planned.length];
          requests += 1;
          if (injected == null || rowsOf(response).length === 0) return response;
          altered += 1;
          return faults[injected.kind]?.(response, injected.at);
        };
        const completed = (await pulls()).filter((type) => type === 'AdsPullCompleted').length;
        await pull();
        expect([await figures(), await structure()]).toEqual(before);
        const now = (await pulls()).filter((type) => type === 'AdsPullCompleted').length;
        // An answer that was refused may have been asked for again, and was right then.
        if (altered === 0) expect(now).toBe(completed + 1);
        service.alter = undefined;
        await pull();
        expect([await figures(), await structure()]).toEqual(before);
        expect((await pulls()).at(-1)).toBe('AdsPullCompleted');
      }),
      { numRuns: 25 },
    );
  });
});
