import { createSearchAdsClient, type EventLog, openEventLog, type SearchAdsClient } from '@tapwise/adapters';
import {
  addDays,
  adsExtraPullStream,
  adsMonthStream,
  type Day,
  type DomainEvent,
  dayInZone,
  firstOfMonth,
  impressionShareStream,
  searchTermStream,
  termTotalsStream,
} from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  importUsers,
  linkOrganization,
} from '../../../../tests/support/facts/linked-application.ts';
import { type PulledAges, recordPulls } from '../../../../tests/support/facts/recorded-pulls.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { createExtraPullActivities } from './pull-extras.activities.ts';
import type { ExtraPullActivities } from './pull-extras.contract.ts';

const zone = 'Pacific/Auckland';
const campaignId = 700000001;
const adamId = 1500000001;

let node: EventStoreUnderTest;
let log: EventLog;
let service: StandInAdsService;
let client: SearchAdsClient;
let stopping: AbortController;
let activities: ExtraPullActivities;
let today: Day;
const ref = { application_id: 0, org_id: 40669820 };

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});

afterAll(async () => {
  await log.close();
  await node.stop();
});

beforeEach(async () => {
  ref.application_id += 1;
  ref.org_id += 1;
  stopping = new AbortController();
  service = await startStandInAdsService();
  service.world.campaigns = [{ id: campaignId, adamId, name: 'US', status: 'ENABLED' }];
  client = createSearchAdsClient({ ...service, firstRetryMs: 1 });
  await addApplication(log, { id: ref.application_id, adamId });
  await linkOrganization(log, ref.application_id, { org_id: ref.org_id, currency: 'USD', time_zone: zone });
  activities = newWorker();
  today = dayInZone(Date.now(), zone);
});

afterEach(async () => {
  stopping.abort();
  await client.close();
  await service.stop();
});

/** A worker that remembers nothing yet. */
function newWorker(): ExtraPullActivities {
  const directory = followDirectory(log, stopping.signal);
  return createExtraPullActivities({ log, directory, searchAds: client, waitSeconds: 3 });
}

const run = <Input, Output>(activity: (input: Input) => Promise<Output>, input: Input): Promise<Output> =>
  new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') }).run(activity, input);
const pullMonths = () => run(activities.pullMonths, { ...ref });
const pullSearchTerms = () => run(activities.pullSearchTerms, { ...ref });
const orderShares = () => run(activities.orderShares, { ...ref });
const collectShares = (report_id: number) => run(activities.collectShares, { ...ref, report_id });

async function events(stream: string): Promise<DomainEvent[]> {
  return (await log.readStream(stream)).map((recorded) => recorded.event);
}

/** Parts of the first pull are in, each so many days old. */
const pulled = (...parts: PulledAges[]): Promise<void> => recordPulls(log, ref, today, ...parts);

const wholeFirstPull = () => pulled([0, 6], [7, 29], [0, 6], [30, 59], [0, 6], [60, 89]);

const bucket = (date: string, impressions: number) => ({
  date,
  impressions,
  taps: 2,
  tapInstalls: 1,
  viewInstalls: 0,
  localSpend: { amount: '1.5', currency: 'USD' },
});

describe('months that are not known by day', () => {
  const show = (months: Record<string, number>) =>
    service.world.reports.set('/campaigns', [
      {
        metadata: { campaignId, countryOrRegion: 'US' },
        granularity: Object.entries(months).map(([date, count]) => bucket(date, count)),
      },
    ]);

  it('wait until all days are in', async () => {
    await pulled([0, 6], [7, 29], [30, 59]);
    expect(await pullMonths()).toEqual({ done: false, pause_seconds: 3 });
    expect(service.calls).toEqual([]);
  });

  it('are recorded back to 24 months, up to the one in which the first day lies', async () => {
    await wholeFirstPull();
    const last = firstOfMonth(addDays(today, -90));
    const before = firstOfMonth(addDays(last, -1));
    show({ [before]: 10, [last]: 20 });
    expect(await pullMonths()).toEqual({ done: true, pause_seconds: 0 });
    const requestBody = service.calls.find(({ path }) => path === '/reports/campaigns')?.body;
    expect(requestBody).toMatchObject({
      granularity: 'MONTHLY',
      endTime: addDays(firstOfMonth(addDays(last, 31)), -1),
    });
    const twoYearsAgo = `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`;
    const from = String(requestBody?.startTime);
    expect(from >= twoYearsAgo && from < addDays(twoYearsAgo, 31)).toBe(true);
    expect(from.endsWith('-01')).toBe(true);
    expect(await events(adsMonthStream(ref.application_id, ref.org_id, last))).toMatchObject([
      {
        type: 'AdsMonthRowsRecorded',
        data: { month: last, currency: 'USD', rows: [{ campaign_id: campaignId, country: 'US', impressions: 20 }] },
      },
    ]);
    expect(await events(adsMonthStream(ref.application_id, ref.org_id, before))).toHaveLength(1);
    expect(await events(adsExtraPullStream(ref.application_id, ref.org_id))).toMatchObject([
      { type: 'AdsExtraPullCompleted', data: { subject: 'months', from_day: from } },
    ]);
  });

  it('leave out campaigns of other apps, and may be repeated by a worker that knows nothing', async () => {
    await wholeFirstPull();
    const last = firstOfMonth(addDays(today, -90));
    show({ [last]: 20 });
    await pullMonths();
    activities = newWorker();
    await pullMonths();
    expect(await events(adsMonthStream(ref.application_id, ref.org_id, last))).toHaveLength(1);
    service.world.campaigns = [{ id: campaignId, adamId: 1500000002, name: 'US', status: 'ENABLED' }];
    activities = newWorker();
    await pullMonths();
    expect((await events(adsMonthStream(ref.application_id, ref.org_id, last))).at(-1)).toMatchObject({
      data: { rows: [{ campaign_id: campaignId, impressions: 0 }] },
    });
  });
});

describe('search terms and impression shares', () => {
  it('wait while users of the past are being sent, until an import is complete', async () => {
    await pulled([0, 6]);
    const reached = { first_launch_day: addDays(today, -200), at: new Date().toISOString() };
    await importUsers(log, ref.application_id, { ...reached, complete: false });
    activities = newWorker();
    expect(await pullSearchTerms()).toEqual({ pause_seconds: 3 });
    expect(await orderShares()).toEqual({ report_id: null, pause_seconds: 3 });
    expect(service.calls).toEqual([]);
    await importUsers(log, ref.application_id, { ...reached, complete: true });
    activities = newWorker();
    await pullSearchTerms();
    expect(await events(adsExtraPullStream(ref.application_id, ref.org_id))).toMatchObject([
      { type: 'AdsExtraPullCompleted', data: { subject: 'search_terms' } },
    ]);
  });
});

describe('search terms', () => {
  const show = (terms: Record<string, number>, day = today) => {
    const granularity = [bucket(day, 10)];
    service.world.reports.set('/campaigns', [{ metadata: { campaignId, countryOrRegion: 'US' }, granularity }]);
    const rows = Object.entries(terms).map(([searchTermText, impressions]) => ({
      metadata: { adGroupId: 8, keywordId: 9, searchTermText, searchTermSource: 'TARGETED', countryOrRegion: 'US' },
      granularity: [bucket(day, impressions)],
    }));
    service.world.reports.set(`/campaigns/${campaignId}/searchterms`, rows);
  };
  const recorded = async (day = today) =>
    (await events(searchTermStream(ref.application_id, ref.org_id, day))).map((event) =>
      event.type === 'SearchTermRowsRecorded' ? event.data.rows.map((row) => [row.text, row.impressions]) : event.type,
    );

  it('wait for the first pull, and so do impression shares', async () => {
    expect(await pullSearchTerms()).toEqual({ pause_seconds: 3 });
    expect(await orderShares()).toEqual({ report_id: null, pause_seconds: 3 });
    expect(service.calls).toEqual([]);
  });

  it('are added up over a year by the ad service, without what has no name', async () => {
    await pulled([0, 6]);
    show({ calm: 10 });
    const total = (
      searchTermText: string | null,
      keywordId: number | null,
      ...days: [age: number, impressions: number][]
    ) => ({
      metadata: { adGroupId: 8, keywordId, searchTermText },
      granularity: days.map(([age, impressions]) => bucket(addDays(today, -age), impressions)),
    });
    service.world.reports.set(`/campaigns/${campaignId}/searchterms`, [
      total('calm', 9, [0, 10], [364, 6], [366, 50]),
      total('rain', null, [200, 12]),
      total(null, 9, [3, 70]),
    ]);
    await pullSearchTerms();
    const stream = termTotalsStream(ref.application_id, ref.org_id, campaignId);
    const days = { from_day: addDays(today, -365), to_day: today };
    expect(await events(stream)).toMatchObject([
      {
        type: 'TermTotalsRecorded',
        data: {
          ...days,
          rows: [
            { ad_group_id: 8, keyword_id: 9, text: 'calm', impressions: 16 },
            { ad_group_id: 8, keyword_id: 0, text: 'rain', impressions: 12 },
          ],
        },
      },
      { type: 'TermTotalsPulled', data: days },
    ]);
    const requestBody = service.calls.filter(({ path }) => path.endsWith('/searchterms')).at(-1)?.body;
    expect(requestBody).toMatchObject({ returnRowTotals: true, timeZone: 'ORTZ' });
    expect(requestBody).not.toHaveProperty('granularity');
  });

  it('of the last 30 days are recorded, and not asked for a second time on the same day', async () => {
    await pulled([0, 6]);
    show({ calm: 10 });
    expect((await pullSearchTerms()).pause_seconds).toBeGreaterThan(3);
    expect(await recorded()).toEqual([[['calm', 10]]]);
    const ranges = service.calls.filter(({ path }) => path === '/reports/campaigns').map(({ body }) => body);
    expect(ranges.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [addDays(today, -9), today],
      [addDays(today, -19), addDays(today, -10)],
      [addDays(today, -29), addDays(today, -20)],
    ]);
    service.calls.length = 0;
    activities = newWorker();
    expect((await pullSearchTerms()).pause_seconds).toBeGreaterThan(3);
    expect(service.calls).toEqual([]);
  });

  it('are not asked for of campaigns that are shown elsewhere', async () => {
    await pulled([0, 6]);
    show({ calm: 10 });
    service.world.campaigns = service.world.campaigns.map((campaign) => ({
      ...campaign,
      supplySources: ['APPSTORE_TODAY_TAB'],
    }));
    await pullSearchTerms();
    expect(service.calls.some(({ path }) => path.endsWith('/searchterms'))).toBe(false);
  });
});

describe('impression shares', () => {
  const header =
    'date,appName,adamId,countryOrRegion,searchTerm,lowImpressionShare,highImpressionShare,rank,searchPopularity';
  const file = (rows: Record<Day, string>) =>
    [header, ...Object.entries(rows).map(([day, row]) => `${day},A,${adamId},US,${row}`)].join('\n');
  const yesterday = () => addDays(today, -1);
  const orderedId = async () => (await orderShares()).report_id ?? expect.fail('nothing was ordered');

  it('are ordered for 30 days, waited for, recorded, and not ordered again on the same day', async () => {
    await pulled([0, 6]);
    service.world.customFile = file({ [yesterday()]: 'calm,0.21,0.3,TWO,4' });
    const id = await orderedId();
    expect(service.world.customReports[0]?.order).toMatchObject({
      startTime: addDays(today, -30),
      endTime: yesterday(),
      granularity: 'DAILY',
    });
    expect(await collectShares(id)).toEqual({ state: 'waiting', pause_seconds: 3 });
    expect(await collectShares(id)).toMatchObject({ state: 'recorded' });
    expect(await events(impressionShareStream(ref.application_id, ref.org_id, yesterday()))).toMatchObject([
      { data: { rows: [{ country: 'US', search_term: 'calm', low_share: 0.21, high_share: 0.3, rank: 2 }] } },
    ]);
    activities = newWorker();
    expect((await orderShares()).report_id).toBeNull();
    expect(service.world.customReports).toHaveLength(1);
  });

  it('are found by their name when the worker that ordered them is gone', async () => {
    await pulled([0, 6]);
    const id = await orderedId();
    activities = newWorker();
    expect([await orderedId(), service.world.customReports.length]).toEqual([id, 1]);
  });

  it('are ordered again when a report failed, but not for ever', async () => {
    await pulled([0, 6]);
    for (let ordered = 1; ordered <= 3; ordered += 1) {
      const id = await orderedId();
      expect(service.world.customReports).toHaveLength(ordered);
      for (const report of service.world.customReports) report.state = 'FAILED';
      expect(await collectShares(id)).toMatchObject({ state: 'failed' });
    }
    expect((await orderShares()).report_id).toBeNull();
    expect(service.world.customReports).toHaveLength(3);
  });

  it('wait when the limit of orders is reached', async () => {
    await pulled([0, 6]);
    await orderShares();
    service.world.customReports.length = 0;
    service.calls.length = 0;
    // The list is answered, the order is not.
    service.faults.push(
      { status: 200, body: JSON.stringify({ data: [], pagination: null, error: null }) },
      { status: 429 },
    );
    expect(await orderShares()).toEqual({ report_id: null, pause_seconds: 3600 });
  });

  it('of days that a later report does not list stay as they are', async () => {
    await pulled([0, 6]);
    const day = yesterday();
    const earlier = addDays(today, -5);
    service.world.customFile = file({ [day]: 'calm,0.21,0.3,TWO,4', [earlier]: 'calm,0.11,0.2,TWO,4' });
    const first = await orderedId();
    await collectShares(first);
    await collectShares(first);
    const [report] = service.world.customReports;
    if (report) report.file = file({ [day]: 'rain,0.31,0.4,ONE,4' });
    await collectShares(first);
    expect(await events(impressionShareStream(ref.application_id, ref.org_id, earlier))).toHaveLength(1);
    expect((await events(impressionShareStream(ref.application_id, ref.org_id, day))).at(-1)).toMatchObject({
      data: {
        rows: [
          { search_term: 'rain', high_share: 0.4 },
          { search_term: 'calm', high_share: 0 },
        ],
      },
    });
  });

  it('record nothing of a file that is none, and are tried again later', async () => {
    await pulled([0, 6]);
    service.world.customFile = '<html>Sorry</html>';
    const id = await orderedId();
    await collectShares(id);
    await expect(collectShares(id)).rejects.toMatchObject({ nonRetryable: true, type: 'SearchAdsError' });
    const problem = { subject: 'impression_share', state: 'failed', reason: 'not_an_object' };
    expect(await events(adsExtraPullStream(ref.application_id, ref.org_id))).toMatchObject([
      { type: 'AdsExtraPullIncomplete', data: problem },
    ]);
  });
});
