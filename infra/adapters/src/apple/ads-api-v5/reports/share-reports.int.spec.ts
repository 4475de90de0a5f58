import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import type { SearchAdsClient } from '../../ad-service/client.ts';
import { createSearchAdsClient } from '../client.ts';

const orgId = 40669820;
const adamId = 1500000001;
const days = { from: '2026-01-21', to: '2026-02-19' };
const order = { orgId, name: 'tapwise-1-2026-02-20-1', adamId, ...days };
const header =
  'date,appName,adamId,countryOrRegion,searchTerm,lowImpressionShare,highImpressionShare,rank,searchPopularity';
const file = `${header}
2026-02-18,Calm,${adamId},US,"Sleep, sounds",0.21,0.3,TWO,4
2026-02-18,Calm,${adamId},GB,calm,0.91,1,ONE,5
2026-02-18,Other,1500000002,US,calm,0.11,0.2,GREATER_THAN_FIVE,5
`;

let service: StandInAdsService;
let client: SearchAdsClient;
let unreadable: { unreadable: number }[];

beforeEach(async () => {
  service = await startStandInAdsService();
  service.world.customFile = file;
  unreadable = [];
  const onUnreadable = (details: { unreadable: number }) => unreadable.push(details);
  client = createSearchAdsClient({ ...service, firstRetryMs: 1, timeoutMs: 20_000, onUnreadable });
});

afterEach(async () => {
  await client.close();
  await service.stop();
});

/** Orders a report of the file and looks at it until it is ready. */
async function ready(content = file): Promise<number> {
  service.world.customFile = content;
  const { id } = await client.shares.order(order);
  expect((await client.shares.look(orgId, id))?.state).toBe('waiting');
  expect((await client.shares.look(orgId, id))?.state).toBe('ready');
  return id;
}

describe('a report of impression shares', () => {
  it('is ordered for one app by day, and found in the list by its name', async () => {
    await client.shares.order(order);
    expect(service.world.customReports[0]?.order).toEqual({
      name: order.name,
      granularity: 'DAILY',
      startTime: order.from,
      endTime: order.to,
      selector: { conditions: [{ field: 'adamId', operator: 'IN', values: [String(adamId)] }] },
    });
    expect(await client.shares.list(orgId)).toEqual([{ id: 1, name: order.name, state: 'waiting' }]);
  });

  it('is not ordered a second time when the answer is lost', async () => {
    service.faults.push({ status: 500 });
    await expect(client.shares.order(order)).rejects.toMatchObject({ status: 500 });
    expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is downloaded without our token, in our form, for one app', async () => {
    const id = await ready();
    expect((await client.shares.fetch({ orgId, id, adamId, ...days })).items).toEqual([
      {
        day: '2026-02-18',
        row: { country: 'US', search_term: 'sleep, sounds', low_share: 0.21, high_share: 0.3, rank: 2, popularity: 4 },
      },
      {
        day: '2026-02-18',
        row: { country: 'GB', search_term: 'calm', low_share: 0.91, high_share: 1, rank: 1, popularity: 5 },
      },
    ]);
    expect(service.downloads).toEqual([{ authorization: undefined, context: undefined }]);
  });

  it('gets another link when the first one has ended', async () => {
    const id = await ready();
    service.endedLinks = 2;
    expect((await client.shares.fetch({ orgId, id, adamId, ...days })).items).toHaveLength(2);
    expect(service.downloads).toHaveLength(3);
  });

  it('is given up for now when no link opens', async () => {
    const id = await ready();
    service.endedLinks = 9;
    await expect(client.shares.fetch({ orgId, id, adamId, ...days })).rejects.toMatchObject({ retry: true });
    expect(service.downloads).toHaveLength(3);
  });

  it('is not there when the service has forgotten it', async () => {
    expect(await client.shares.look(orgId, 77)).toBeUndefined();
  });

  it('reports that it failed', async () => {
    const { id } = await client.shares.order(order);
    for (const report of service.world.customReports) report.state = 'FAILED';
    expect((await client.shares.look(orgId, id))?.state).toBe('failed');
  });

  it('leaves out rows that make no sense, and says how many', async () => {
    const row = (fields: string) => `2026-02-18,Calm,${adamId},${fields}`;
    const broken = [
      `2026-02-30,Calm,${adamId},US,calm,0.21,0.3,TWO,4`,
      ...['US,calm,much,0.3,TWO,4', 'US,calm,0.5,0.3,TWO,4', 'US,calm,0.21,7,TWO,4', 'US,calm,0.21,0.3,FIRST,4'].map(
        row,
      ),
      ...['US,,0.21,0.3,TWO,4', 'USA,calm,0.21,0.3,TWO,4'].map(row),
    ];
    const id = await ready(`${file}${broken.join('\n')}\n`);
    expect((await client.shares.fetch({ orgId, id, adamId, ...days })).items).toHaveLength(2);
    expect(unreadable).toMatchObject([{ unreadable: broken.length }]);
  });

  it.each([
    ['has no header', file.split('\n').slice(1).join('\n')],
    ['is a web page', '<html><body>Sorry</body></html>'],
    ['is empty', ''],
    ['has a row without end', `${file}${'x'.repeat(100_000)}`],
  ])('is refused as a whole when its file %s', async (_what, content) => {
    const id = await ready(content);
    await expect(client.shares.fetch({ orgId, id, adamId, ...days })).rejects.toMatchObject({
      name: 'SearchAdsError',
      retry: false,
    });
  });

  it('is refused when its file is larger than the limit', async () => {
    const id = await ready(`${file}${`${'y'.repeat(1023)}\n`.repeat(50 * 1024)}`);
    await expect(client.shares.fetch({ orgId, id, adamId, ...days })).rejects.toThrow('larger than');
  });
});

describe('months and search terms', () => {
  const bucket = (date: string, impressions: number) => ({
    date,
    impressions,
    taps: 2,
    tapInstalls: 1,
    viewInstalls: 0,
    localSpend: { amount: '1.5', currency: 'USD' },
  });
  const figures = { taps: 2, tap_installs: 1, view_installs: 0, spend_micros: 1_500_000 };

  it('are asked for by month and country', async () => {
    const metadata = { campaignId: 7, countryOrRegion: 'US' };
    const granularity = [bucket('2025-01-01', 10), bucket('2025-02-01', 20)];
    service.world.reports.set('/campaigns', [{ metadata, granularity }]);
    expect(await client.months({ orgId, currency: 'USD', from: '2025-01-01', to: '2025-06-30' })).toMatchObject({
      problems: [],
      items: [
        { month: '2025-01-01', row: { campaign_id: 7, country: 'US', impressions: 10, ...figures } },
        { month: '2025-02-01', row: { campaign_id: 7, country: 'US', impressions: 20, ...figures } },
      ],
    });
    expect(service.calls[0]?.body).toMatchObject({ granularity: 'MONTHLY', groupBy: ['countryOrRegion'] });
  });

  it('distinguish terms of keywords, terms chosen by the service, and the rest that is too rare', async () => {
    const row = (metadata: object) => ({
      metadata: { adGroupId: 8, countryOrRegion: 'US', ...metadata },
      granularity: [bucket('2026-02-01', 10)],
    });
    service.world.reports.set('/campaigns/7/searchterms', [
      row({ keywordId: 9, searchTermText: 'Sleep sounds', searchTermSource: 'TARGETED' }),
      row({ keywordId: null, searchTermText: 'rain', searchTermSource: 'AUTO' }),
      row({ keywordId: null, searchTermText: null, searchTermSource: null }),
    ]);
    const terms = await client.searchTerms({
      orgId,
      currency: 'USD',
      campaignId: 7,
      from: '2026-02-01',
      to: '2026-02-10',
    });
    expect(terms.items.map(({ day, row: term }) => [day, term.keyword_id, term.text, term.source])).toEqual([
      ['2026-02-01', 9, 'Sleep sounds', 'TARGETED'],
      ['2026-02-01', 0, 'rain', 'AUTO'],
      ['2026-02-01', 0, '', 'AUTO'],
    ]);
    expect(terms.items[0]?.row).toMatchObject({ ad_group_id: 8, country: 'US', impressions: 10, ...figures });
    expect(service.calls[0]?.body).toMatchObject({ granularity: 'DAILY', timeZone: 'ORTZ', returnRowTotals: false });
  });

  it('are asked for 90 days at most', async () => {
    const question = { orgId, currency: 'USD', campaignId: 7, from: '2026-01-01', to: '2026-04-01' };
    await expect(client.searchTerms(question)).rejects.toThrow(RangeError);
  });
});
