import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '../../../base/calendar/calendar-days.ts';
import { generateCampaignDay } from '../../../market/activity/campaign-day.ts';
import type { CampaignDay } from '../../../market/activity/day-columns.ts';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';

const ORG = 40669820;
const CATEGORY = 700000002;
const DISCOVERY = 700000004;
const startAt = Date.parse('2026-11-20T22:00:00Z');
/** The organization's own present day, in Los Angeles. */
const today = parseDay('2026-11-20') ?? 0;

interface Row {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly total?: Metrics;
  readonly granularity?: readonly (Metrics & { readonly date: string })[];
}

interface Metrics {
  readonly impressions?: number;
  readonly taps?: number;
  readonly totalInstalls?: number;
  readonly localSpend?: { readonly amount: string; readonly currency: string };
}

interface Report {
  readonly row: readonly Row[];
  readonly grandTotals?: { readonly total: Metrics };
}

let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 0.5 });
  simulator.clock.pause(true);
  call = await createCaller(simulator);
});

afterAll(() => simulator.stop());

const request = (from: number, to: number, changed: object = {}): object => ({
  startTime: formatDay(today - from),
  endTime: formatDay(today - to),
  granularity: 'DAILY',
  timeZone: 'ORTZ',
  selector: { orderBy: [{ field: 'localSpend', sortOrder: 'DESCENDING' }], pagination: { offset: 0, limit: 1000 } },
  returnRowTotals: false,
  returnGrandTotals: false,
  ...changed,
});

const totals = { granularity: undefined, returnRowTotals: true };

const report = async (path: string, body: object): Promise<Report> => {
  const response = await call(`/reports/campaigns${path}`, ORG, body);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body.error));
  return (response.body.data as { reportingDataResponse: Report }).reportingDataResponse;
};

interface Sums {
  impressions: number;
  taps: number;
  installs: number;
  spend: number;
}

const sumOf = (items: readonly Metrics[]): Sums => {
  const add = (of: (item: Metrics) => number) => items.reduce((sum, item) => sum + of(item), 0);
  return {
    impressions: add((item) => item.impressions ?? 0),
    taps: add((item) => item.taps ?? 0),
    installs: add((item) => item.totalInstalls ?? 0),
    spend: Math.round(add((item) => Number(item.localSpend?.amount ?? 0)) * 10_000) / 10_000,
  };
};

/** First days of the months up to the present one. */
const monthsFrom = (first: string): readonly string[] => {
  const [year = 0, month = 0] = first.split('-').map(Number);
  return Array.from({ length: 25 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10),
  );
};

const bucketsOf = ({ row }: Report) => row.flatMap((entry) => entry.granularity ?? []);
const totalsOf = ({ row }: Report) => row.map((entry) => entry.total ?? {});

describe('report sums', () => {
  it('are the same as daily buckets, row totals and grand totals, by country and by device', async () => {
    const whole = await report('', request(40, 10, { ...totals, returnGrandTotals: true }));
    const expected = sumOf(totalsOf(whole));
    expect(expected.taps).toBeGreaterThan(100);
    expect(sumOf([whole.grandTotals?.total ?? {}])).toEqual(expected);
    expect(sumOf(bucketsOf(await report('', request(40, 10))))).toEqual(expected);
    const byCountry = await report('', request(40, 10, { ...totals, groupBy: ['countryOrRegion'] }));
    expect(sumOf(totalsOf(byCountry))).toEqual(expected);
    const byBoth = await report('', request(40, 10, { groupBy: ['countryOrRegion', 'deviceClass'] }));
    expect(sumOf(bucketsOf(byBoth))).toEqual(expected);
    expect(new Set(byBoth.row.map((row) => row.metadata.deviceClass))).toEqual(new Set(['iPhone', 'iPad']));
  });

  it('agree between days, hours, weeks and months', async () => {
    const days = sumOf(bucketsOf(await report('', request(6, 0))));
    expect(sumOf(bucketsOf(await report('', request(6, 0, { granularity: 'HOURLY' }))))).toEqual(days);
    const from = today - (parseDay('2026-08-24') ?? 0);
    const quarter = sumOf(bucketsOf(await report('', request(from, 0))));
    expect(sumOf(bucketsOf(await report('', request(from, 0, { granularity: 'WEEKLY' }))))).toEqual(quarter);
    const byMonth = sumOf(bucketsOf(await report('', request(700, 0, { granularity: 'MONTHLY' }))));
    expect(byMonth).toEqual(sumOf(totalsOf(await report('', request(700, 0, totals)))));
    expect(byMonth.impressions).toBeGreaterThan(quarter.impressions);
  });

  it('hold in each month of 24 exactly what happened on its days', async () => {
    const from = today - (parseDay('2024-11-20') ?? 0);
    const { row } = await report('', request(from, 0, { granularity: 'MONTHLY' }));
    for (const { metadata, granularity } of row) {
      const campaign = simulator.world.campaigns.find(({ id }) => id === metadata.campaignId);
      if (campaign === undefined) throw new Error('unknown campaign');
      expect(granularity?.map(({ date }) => date)).toEqual(monthsFrom('2024-11'));
      for (const month of ['2024-12', '2025-02', '2025-12', '2026-03', '2026-09']) {
        const days = [...Array(31).keys()].flatMap(
          (index) => parseDay(`${month}-${String(index + 1).padStart(2, '0')}`) ?? [],
        );
        const happened = days.map((day) => generateCampaignDay(simulator.world, campaign, day));
        const bucket = granularity?.find(({ date }) => date === `${month}-01`);
        const count = (of: (day: CampaignDay) => number) => happened.reduce((sum, day) => sum + of(day), 0);
        expect([campaign.name, month, bucket?.impressions ?? 0, bucket?.taps ?? 0, bucket?.totalInstalls ?? 0]).toEqual(
          [
            campaign.name,
            month,
            count((day) => day.impressions.time.length),
            count((day) => day.taps.time.length),
            count((day) => day.installs.withdrawn.filter((at) => at === 0).length),
          ],
        );
        const spend = count((day) => day.taps.spend.reduce((sum, price) => sum + price, 0));
        expect(Number(bucket?.localSpend?.amount ?? 0)).toBeCloseTo(spend / 10_000, 4);
      }
    }
    expect(row.length).toBeGreaterThan(8);
  });

  it('agree between search terms and keywords, day by day', async () => {
    const byDay = ({ row }: Report, key: (metadata: Row['metadata']) => unknown) => {
      const sums = new Map<string, number>();
      for (const { metadata, granularity } of row)
        for (const { date, taps = 0, impressions = 0 } of granularity ?? [])
          if (impressions > 0) {
            const name = `${key(metadata)}/${date}`;
            sums.set(name, (sums.get(name) ?? 0) + impressions + taps * 1e6);
          }
      return sums;
    };
    const keywords = byDay(await report(`/${CATEGORY}/keywords`, request(89, 0)), ({ keywordId }) => keywordId);
    const terms = byDay(await report(`/${CATEGORY}/searchterms`, request(89, 0)), ({ keywordId }) => keywordId);
    expect(terms).toEqual(keywords);
    expect(keywords.size).toBeGreaterThan(1_000);
  });

  it('are cut at midnight UTC when asked so', async () => {
    const inZone = await report('', request(20, 12));
    const inUtc = await report('', request(20, 12, { timeZone: 'UTC' }));
    const around = sumOf(bucketsOf(await report('', request(21, 11))));
    const days = sumOf(bucketsOf(inUtc));
    const hours = await report('', request(18, 12, { timeZone: 'UTC', granularity: 'HOURLY' }));
    expect(sumOf(bucketsOf(hours))).toEqual(sumOf(bucketsOf(await report('', request(18, 12, { timeZone: 'UTC' })))));
    expect(days.impressions).not.toBe(sumOf(bucketsOf(inZone)).impressions);
    expect(days.impressions).toBeLessThan(around.impressions);
  });

  it('agree between campaign, ad groups and keywords', async () => {
    const campaigns = await report('', request(30, 0, totals));
    const campaignRows = campaigns.row.filter((row) => row.metadata.campaignId === CATEGORY);
    const groups = await report(`/${CATEGORY}/adgroups`, request(30, 0, totals));
    const keywords = await report(`/${CATEGORY}/keywords`, request(30, 0, totals));
    expect(sumOf(totalsOf(groups))).toEqual(sumOf(campaignRows.map((row) => row.total ?? {})));
    expect(sumOf(totalsOf(keywords))).toEqual(sumOf(totalsOf(groups)));
    const [first] = groups.row;
    const ofGroup = await report(`/${CATEGORY}/adgroups/${first?.metadata.adGroupId}/keywords`, request(30, 0, totals));
    expect(sumOf(totalsOf(ofGroup))).toEqual(sumOf([first?.total ?? {}]));
  });

  it('leave the traffic of Search Match out of keyword rows, and show it as AUTO terms', async () => {
    const groups = await report(`/${DISCOVERY}/adgroups`, request(30, 0, totals));
    const keywords = await report(`/${DISCOVERY}/keywords`, request(30, 0, totals));
    const terms = await report(`/${DISCOVERY}/searchterms`, request(30, 0, totals));
    const auto = terms.row.filter((row) => row.metadata.searchTermSource === 'AUTO');
    const [all, targeted, matched] = [groups, keywords, { row: auto }].map((part) => sumOf(totalsOf(part)).taps);
    expect(matched).toBeGreaterThan(0);
    expect((targeted ?? 0) + (matched ?? 0)).toBe(all);
    expect(sumOf(totalsOf(terms)).taps).toBe(all);
    expect(auto.every((row) => row.metadata.keywordId === null && row.metadata.matchType === 'AUTO')).toBe(true);
  });

  it('give ads what their ad groups had while they were enabled, also after they were paused', async () => {
    const shows = simulator.world.campaigns.find(({ name }) => name === 'US | Sleep stories page');
    const groups = await report(`/${shows?.id}/adgroups`, request(30, 0, totals));
    const withAds = new Set(shows?.adGroups.flatMap(({ id, ads }) => (ads.length > 0 ? [id] : [])));
    const groupsWithAds = groups.row.filter(({ metadata }) => withAds.has(Number(metadata.adGroupId)));
    const before = await report(`/${shows?.id}/ads`, request(30, 0, totals));
    expect(sumOf(totalsOf(before))).toEqual(sumOf(totalsOf({ row: groupsWithAds })));
    expect(before.row.length).toBe(withAds.size);
    const path = `/campaigns/${shows?.id}/adgroups/${before.row[0]?.metadata.adGroupId}/ads/${before.row[0]?.metadata.adId}`;
    expect((await call(path, ORG, { status: 'PAUSED' }, 'PUT')).status).toBe(200);
    const after = await report(`/${shows?.id}/ads`, request(30, 0, totals));
    expect(totalsOf(after)).toEqual(totalsOf(before));
    expect(after.row[0]?.metadata).toMatchObject({ adDisplayStatus: 'PAUSED', creativeType: 'CUSTOM_PRODUCT_PAGE' });
  });

  it('list every day of the range, empty ones with the date alone', async () => {
    const { row } = await report(`/${CATEGORY}/keywords`, request(20, 0));
    const empty = row.flatMap((entry) => entry.granularity ?? []).find((bucket) => bucket.impressions === undefined);
    expect(row.every((entry) => entry.granularity?.length === 21)).toBe(true);
    expect(Object.keys(empty ?? {})).toEqual(['date']);
  });
});

describe('report rules', () => {
  it.each([
    ['no granularity and no row totals', { granularity: undefined }],
    ['granularity with grand totals', { returnGrandTotals: true }],
    ['no order', { selector: {} }],
    ['two orders', { selector: { orderBy: [{ field: 'taps' }, { field: 'impressions' }] } }],
    ['an order on an unknown field', { selector: { orderBy: [{ field: 'beauty' }] } }],
    ['a page of 1001 rows', { selector: { orderBy: [{ field: 'taps' }], pagination: { limit: 1001 } } }],
    ['a device without a country', { groupBy: ['deviceClass'] }],
    ['an impossible date', { startTime: '2026-02-30' }],
    ['a reversed range', { startTime: formatDay(today), endTime: formatDay(today - 1) }],
    ['a range into the future', { endTime: formatDay(today + 2) }],
    ['91 days by day', { startTime: formatDay(today - 90), endTime: formatDay(today) }],
    ['days older than 90', { startTime: formatDay(today - 91), endTime: formatDay(today - 80) }],
    ['8 days by hour', { granularity: 'HOURLY', startTime: formatDay(today - 7), endTime: formatDay(today) }],
    [
      'hours older than 30 days',
      { granularity: 'HOURLY', startTime: formatDay(today - 31), endTime: formatDay(today - 30) },
    ],
    ['14 days by week', { granularity: 'WEEKLY', startTime: formatDay(today - 13), endTime: formatDay(today) }],
    ['366 days by week', { granularity: 'WEEKLY', startTime: formatDay(today - 365), endTime: formatDay(today) }],
    ['3 months by month', { granularity: 'MONTHLY', startTime: '2026-08-01', endTime: '2026-10-31' }],
    ['months older than 24', { granularity: 'MONTHLY', startTime: '2024-11-19', endTime: '2026-10-31' }],
  ])('refuse %s', async (_what, changed) => {
    const response = await call('/reports/campaigns', ORG, request(6, 0, changed));
    expect([response.status, response.body.error?.errors.length]).toEqual([400, 1]);
  });

  it('refuse search terms by hour, in UTC, and with both buckets and row totals', async () => {
    for (const changed of [{ granularity: 'HOURLY' }, { timeZone: 'UTC' }, { returnRowTotals: true }]) {
      expect((await call(`/reports/campaigns/${CATEGORY}/searchterms`, ORG, request(6, 0, changed))).status).toBe(400);
    }
  });

  it('allow a device alone for ad groups, and the longest ranges', async () => {
    await report(`/${CATEGORY}/adgroups`, request(6, 0, { groupBy: ['deviceClass'] }));
    await report('', request(89, 0));
    await report('', request(364, 0, { granularity: 'WEEKLY' }));
  });

  it('answer 404 for a campaign of another organization', async () => {
    expect((await call('/reports/campaigns/700000012/keywords', ORG, request(6, 0))).status).toBe(404);
  });

  it('show deleted campaigns unless asked otherwise, and idle ones when asked for', async () => {
    const names = ({ row }: Report) => row.map((entry) => entry.metadata.campaignName);
    expect(names(await report('', request(80, 30)))).toContain('US | Launch week');
    const selector = {
      conditions: [{ field: 'deleted', operator: 'EQUALS', values: ['false'] }],
      orderBy: [{ field: 'campaignId', sortOrder: 'ASCENDING' }],
    };
    expect(names(await report('', request(80, 30, { selector })))).not.toContain('US | Launch week');
    expect(names(await report('', request(6, 0)))).not.toContain('US | Winter test');
    expect(names(await report('', request(6, 0, { returnRecordsWithNoMetrics: true })))).toContain('US | Winter test');
  });

  it('page rows in the order asked for', async () => {
    const page = (offset: number) =>
      report(
        `/${CATEGORY}/keywords`,
        request(30, 0, {
          ...totals,
          selector: { orderBy: [{ field: 'impressions', sortOrder: 'DESCENDING' }], pagination: { offset, limit: 50 } },
        }),
      );
    const rows = [...(await page(0)).row, ...(await page(50)).row];
    const impressions = rows.map((row) => row.total?.impressions ?? 0);
    expect(new Set(rows.map((row) => row.metadata.keywordId)).size).toBe(100);
    expect(impressions).toEqual([...impressions].sort((left, right) => right - left));
  });
});
