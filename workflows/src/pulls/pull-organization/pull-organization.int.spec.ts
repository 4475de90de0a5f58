import { createSearchAdsClient, type EventLog, openEventLog, type SearchAdsClient } from '@tapwise/adapters';
import {
  addDays,
  adFiguresStream,
  adsPullStream,
  adsReportStream,
  campaignStream,
  type Day,
  type DomainEvent,
  dayInZone,
} from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
  reportFirstLaunch,
} from '../../../../tests/support/facts/linked-application.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { createPullActivities } from './pull-organization.activities.ts';
import type { PullActivities } from './pull-organization.contract.ts';

const zone = 'Pacific/Auckland';
const campaignId = 700000001;
const campaign = {
  id: campaignId,
  adamId: 1500000001,
  name: 'US | Brand',
  status: 'ENABLED',
  displayStatus: 'RUNNING',
  countriesOrRegions: ['US'],
  dailyBudgetAmount: { amount: '50', currency: 'USD' },
};
const recent = { newest: 0, oldest: 6 };

let node: EventStoreUnderTest;
let log: EventLog;
let service: StandInAdsService;
let client: SearchAdsClient;
let stopping: AbortController;
let activities: PullActivities;
let applicationId = 0;
let orgId = 40669820;
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
  orgId += 1;
  stopping = new AbortController();
  service = await startStandInAdsService();
  service.world.campaigns = [campaign];
  service.world.adGroups.set(campaignId, [{ id: 8, name: 'Exact', status: 'ENABLED' }]);
  service.world.keywords.set(campaignId, [
    {
      id: 9,
      adGroupId: 8,
      text: 'calm',
      matchType: 'EXACT',
      status: 'ACTIVE',
      bidAmount: { amount: '1.15', currency: 'USD' },
    },
  ]);
  client = createSearchAdsClient({ ...service, firstRetryMs: 1 });
  await addApplication(log, { id: applicationId, adamId: 1500000001 });
  await linkOrganization(log, applicationId, { org_id: orgId, currency: 'USD', time_zone: zone });
  activities = newWorker();
  today = dayInZone(Date.now(), zone);
});

afterEach(async () => {
  stopping.abort();
  await client.close();
  await service.stop();
});

/** A worker that remembers nothing yet. */
function newWorker(): PullActivities {
  const directory = followDirectory(log, stopping.signal);
  return createPullActivities({ log, directory, searchAds: client, pauseSeconds: 5 });
}

const run = <Input, Output>(activity: (input: Input) => Promise<Output>, input: Input, attempt = 1): Promise<Output> =>
  new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger('ERROR') }).run(activity, input);

const organization = () => ({ application_id: applicationId, org_id: orgId });
const pullStructure = () => run(activities.pullStructure, organization());
const pullReports = (ages = recent, attempt = 1) => run(activities.pullReports, { ...organization(), ages }, attempt);

async function events(stream: string): Promise<DomainEvent[]> {
  return (await log.readStream(stream)).map((recorded) => recorded.event);
}

/** The service shows these impressions of the one keyword, by day. */
function show(impressions: Record<Day, number>): void {
  const granularity = Object.entries(impressions).map(([date, count]) => ({
    date,
    impressions: count,
    taps: 2,
    tapInstalls: 1,
    viewInstalls: 0,
    localSpend: { amount: '1.5', currency: 'USD' },
  }));
  const metadata = { countryOrRegion: 'US' };
  service.world.reports.set('/campaigns', [{ metadata: { ...metadata, campaignId }, granularity }]);
  service.world.reports.set(`/campaigns/${campaignId}/adgroups`, [
    { metadata: { ...metadata, adGroupId: 8 }, granularity },
  ]);
  service.world.reports.set(`/campaigns/${campaignId}/keywords`, [
    { metadata: { ...metadata, adGroupId: 8, keywordId: 9 }, granularity },
  ]);
}

const recordedImpressions = async (day: Day) =>
  (await events(adsReportStream(applicationId, orgId, day))).map((event) =>
    event.type === 'AdsReportRowsRecorded'
      ? [event.data.level, event.data.rows.map((row) => row.impressions)]
      : event.type,
  );

describe('a pull of the structure', () => {
  it('records what is new once, and changes alone after that', async () => {
    const stream = campaignStream(campaignId);
    await pullStructure();
    const first = await events(stream);
    expect(first.map((event) => event.type)).toEqual(['CampaignObserved', 'AdGroupsObserved', 'KeywordsObserved']);
    await pullStructure();
    expect(await events(stream)).toHaveLength(3);
    service.world.adGroups.set(campaignId, [{ id: 8, name: 'Exact match', status: 'PAUSED' }]);
    await pullStructure();
    expect((await events(stream)).slice(3)).toMatchObject([
      { type: 'AdGroupsObserved', data: { org_id: orgId, ad_groups: [{ name: 'Exact match', status: 'PAUSED' }] } },
    ]);
  });

  it('records negative keywords of the campaign and of its ad groups, and that one was removed', async () => {
    const exact = { matchType: 'EXACT', status: 'ACTIVE' };
    const ofCampaign = { ...exact, id: 31, text: 'rain' };
    const ofAdGroup = { ...exact, id: 32, adGroupId: 8, text: 'calm app' };
    service.world.negatives.set(campaignId, [ofCampaign, ofAdGroup]);
    await pullStructure();
    service.world.negatives.set(campaignId, [ofCampaign, { ...ofAdGroup, deleted: true }]);
    await pullStructure();
    const seen = (await events(campaignStream(campaignId))).filter(({ type }) => type === 'NegativesObserved');
    const common = { match_type: 'EXACT', status: 'ACTIVE' };
    const removed = { ...common, negative_id: 32, ad_group_id: 8, text: 'calm app', deleted: true };
    expect(seen).toMatchObject([
      {
        data: {
          negatives: [
            { ...common, negative_id: 31, ad_group_id: null, text: 'rain', deleted: false },
            { ...removed, deleted: false },
          ],
        },
      },
      { data: { negatives: [removed] } },
    ]);
  });

  it('gets the day in the zone of the organization', async () => {
    expect(await pullStructure()).toEqual({ today, restated_from: addDays(today, -29) });
  });

  it('of a new organization records the last days of campaigns before it asks for anything below them', async () => {
    show({ [today]: 7 });
    await pullStructure();
    expect(await recordedImpressions(today)).toEqual([['campaign', [7]]]);
    const paths = service.calls.map(({ path }) => path);
    const report = paths.findIndex((path) => path.includes('reports'));
    const below = paths.findIndex((path) => path.includes('adgroups') && !path.includes('reports'));
    expect([report >= 0, report < below]).toEqual([true, true]);
    await pullReports();
    expect((await recordedImpressions(today)).map(([level]) => level)).toEqual(['campaign', 'ad_group', 'keyword']);
    service.calls.length = 0;
    await pullStructure();
    expect(service.calls.filter(({ path }) => path.includes('reports'))).toEqual([]);
  });

  it('may be repeated by a worker that knows nothing', async () => {
    const stream = campaignStream(campaignId);
    await pullStructure();
    const before = await events(stream);
    activities = newWorker();
    await pullStructure();
    expect(await events(stream)).toEqual(before);
  });

  it('splits what is too large for one event', async () => {
    const id = 700000002;
    service.world.campaigns = [{ ...campaign, id }];
    service.world.keywords.set(
      id,
      Array.from({ length: 1200 }, (_, index) => ({
        id: index + 1,
        adGroupId: 8,
        text: `word ${index}`,
        matchType: 'BROAD',
        status: 'ACTIVE',
      })),
    );
    await pullStructure();
    const sizes = (await events(campaignStream(id))).flatMap((event) =>
      event.type === 'KeywordsObserved' ? [event.data.keywords.length] : [],
    );
    expect(sizes).toEqual([500, 500, 200]);
  });
});

describe('a pull of figures of ads', () => {
  const ofAds = (impressions: number) => [
    {
      metadata: { adId: 51, adGroupId: 8, creativeId: 61, countryOrRegion: 'US' },
      granularity: [
        { date: today, impressions, taps: 4, tapInstalls: 2, localSpend: { amount: '3', currency: 'USD' } },
      ],
    },
  ];
  const adCalls = () => service.calls.filter(({ path }) => path.endsWith('/ads')).length;

  it('asks only where there are ads, and records what differs', async () => {
    service.world.reports.set('/campaigns', [
      { metadata: { campaignId, countryOrRegion: 'US' }, granularity: [{ date: today, impressions: 90 }] },
    ]);
    await pullStructure();
    await pullReports();
    expect(adCalls()).toBe(0);
    service.world.ads.set(campaignId, [{ id: 51, adGroupId: 8, creativeId: 61, name: 'Rain', status: 'ENABLED' }]);
    await pullStructure();
    for (const impressions of [40, 40, 55]) {
      service.world.reports.set(`/campaigns/${campaignId}/ads`, ofAds(impressions));
      await pullReports();
    }
    expect(adCalls()).toBe(3);
    const row = { ad_id: 51, ad_group_id: 8, creative_id: 61, country: 'US', taps: 4, tap_installs: 2 };
    expect(await events(adFiguresStream(applicationId, orgId, today))).toMatchObject([
      { data: { campaign_id: campaignId, day: today, rows: [{ ...row, impressions: 40, spend_micros: 3_000_000 }] } },
      { data: { rows: [{ ...row, impressions: 55 }] } },
    ]);
  });
});

describe('a pull of figures', () => {
  it('records all levels, and that they are in', async () => {
    show({ [today]: 10 });
    expect(await pullReports()).toEqual({ pause_seconds: 5 });
    expect(await events(adsReportStream(applicationId, orgId, today))).toMatchObject(
      [
        ['campaign', 0, 0],
        ['ad_group', 8, 0],
        ['keyword', 8, 9],
      ].map(([level, ad_group_id, keyword_id]) => ({
        type: 'AdsReportRowsRecorded',
        data: {
          level,
          day: today,
          currency: 'USD',
          rows: [{ ad_group_id, keyword_id, country: 'US', impressions: 10, spend_micros: 1_500_000 }],
        },
      })),
    );
    expect(await events(adsPullStream(applicationId, orgId))).toMatchObject([
      { type: 'AdsPullCompleted', data: { from_day: addDays(today, -6), to_day: today } },
    ]);
  });

  it('records only days and rows that changed', async () => {
    const yesterday = addDays(today, -1);
    show({ [today]: 10, [yesterday]: 20 });
    await pullReports();
    show({ [today]: 11, [yesterday]: 20 });
    await pullReports();
    expect(await recordedImpressions(today)).toHaveLength(6);
    expect(await recordedImpressions(yesterday)).toHaveLength(3);
  });

  it('takes back what the service no longer shows', async () => {
    show({ [today]: 10 });
    await pullReports();
    show({});
    await pullReports();
    expect((await recordedImpressions(today)).slice(3)).toEqual([
      ['campaign', [0]],
      ['ad_group', [0]],
      ['keyword', [0]],
    ]);
  });

  it('leaves out campaigns of other apps', async () => {
    show({ [today]: 10 });
    service.world.campaigns = [{ ...campaign, adamId: 1500000002 }];
    await pullReports();
    expect(await recordedImpressions(today)).toEqual([]);
  });

  it('asks for figures below a campaign only while it has any', async () => {
    await pullReports();
    expect(service.calls.map((call) => call.path).filter((path) => path.startsWith('/reports'))).toEqual([
      '/reports/campaigns',
    ]);
  });

  it('asks for a long stretch in pieces, newest first', async () => {
    await pullReports({ newest: 7, oldest: 29 });
    const bodies = service.calls.filter((call) => call.path === '/reports/campaigns').map((call) => call.body);
    expect(bodies.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [addDays(today, -16), addDays(today, -7)],
      [addDays(today, -26), addDays(today, -17)],
      [addDays(today, -29), addDays(today, -27)],
    ]);
  });

  it('postpones days that are older than the users who are still being sent, and no others', async () => {
    const now = new Date().toISOString();
    await reportFirstLaunch(log, applicationId, addDays(today, -29), now);
    activities = newWorker();
    expect(await pullReports({ newest: 30, oldest: 59 })).toEqual({ pause_seconds: 15, postponed: true });
    expect([service.calls, await events(adsPullStream(applicationId, orgId))]).toEqual([[], []]);
    expect(await pullReports({ newest: 0, oldest: 29 })).toEqual({ pause_seconds: 15 });
    await reportFirstLaunch(log, applicationId, addDays(today, -30), now);
    activities = newWorker();
    expect(await pullReports({ newest: 30, oldest: 59 })).toEqual({ pause_seconds: 15 });
  });

  it('does not wait for users who have stopped coming', async () => {
    await reportFirstLaunch(log, applicationId, addDays(today, -29), new Date(Date.now() - 40_000).toISOString());
    activities = newWorker();
    expect(await pullReports({ newest: 30, oldest: 59 })).toEqual({ pause_seconds: 5 });
  });

  it('may be repeated by a worker that knows nothing', async () => {
    show({ [today]: 10 });
    await pullReports();
    activities = newWorker();
    await pullReports();
    expect(await recordedImpressions(today)).toHaveLength(3);
  });

  it('does not trust its memory after another worker has pulled', async () => {
    show({ [today]: 10 });
    await pullReports();
    const first = activities;
    const second = newWorker();
    show({ [today]: 20 });
    activities = second;
    await pullReports();
    show({ [today]: 10 });
    activities = first;
    await pullReports();
    expect((await recordedImpressions(today)).at(-1)).toEqual(['keyword', [10]]);
  });
});

describe('a pull that fails', () => {
  it('is not tried again when the service refuses', async () => {
    service.faults.push({ status: 403 });
    await expect(pullStructure()).rejects.toMatchObject({ nonRetryable: true, type: 'SearchAdsError' });
  });

  it('is tried again when the service is away', async () => {
    service.faults.push(...Array.from({ length: 6 }, () => ({ status: 503 })));
    await expect(pullReports()).rejects.toMatchObject({ nonRetryable: false });
  });

  it('is tried later when no API user is configured', async () => {
    const directory = followDirectory(log, stopping.signal);
    activities = createPullActivities({ log, directory, searchAds: undefined, pauseSeconds: 5 });
    await expect(pullStructure()).rejects.toMatchObject({ nonRetryable: false, type: 'NotConfigured' });
  });
});
