import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';
import { control } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
const EU = 40669830;
const CAMPAIGN = 700000008;
let simulator: Simulator;
let call: PlatformCaller;
let older: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.3, historyMonths: 6 });
  call = await createPlatformCaller(simulator);
  older = await createCaller(simulator);
});
afterAll(() => simulator.stop());
afterEach(() =>
  control(simulator, '/faults', {
    report_filter: 'any',
    country_in: 'metadata',
    zero_days: 'date_only',
    deleted_rows: 'yes',
    result_without_rows: false,
    page_cap: null,
  }),
);

type Metrics = Readonly<Record<string, unknown>> & { readonly date?: string };
interface Row {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly totalMetrics: Metrics;
  readonly granularMetrics?: readonly Metrics[];
}
interface Report {
  readonly rows?: readonly Row[];
  readonly summary?: { readonly grandTotal: Metrics };
}
const days = { start: '2026-11-01', end: '2026-11-15', timeZone: 'ORTZ', granularity: 'DAILY' };
const campaign = { filters: [{ field: 'campaignId', operator: 'EQUALS', value: String(CAMPAIGN) }] };
const byCountry = { groupBy: ['countryOrRegion'], pagination: { offset: 0, pageSize: 5000 } };
const ask = (level: string, body: object, account = US) =>
  call<Report>(`/reports/apps/${level}/query`, account, { timeRange: days, ...byCountry, ...body });
const rowsOf = async (level: string, body: object = {}, account = US) =>
  (await ask(level, body, account)).body?.result?.rows ?? [];
const olderDays = { startTime: days.start, endTime: days.end, granularity: 'DAILY', groupBy: ['countryOrRegion'] };
const selector = { orderBy: [{ field: 'impressions', sortOrder: 'DESCENDING' }], pagination: { limit: 1000 } };
interface OlderRow {
  readonly other: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly granularity: readonly Metrics[];
}
const olderRows = async (path: string): Promise<readonly OlderRow[]> => {
  const { body } = await older(`/reports/${path}`, US, { ...olderDays, selector });
  return (body.data as { reportingDataResponse: { row: OlderRow[] } }).reportingDataResponse.row;
};
const FIGURES = ['impressions', 'taps', 'tapInstalls', 'viewInstalls', 'totalInstalls', 'localSpend'];
/** What happened on which day, by an object and country. */
const figuresBy = (entries: readonly (readonly [string, readonly Metrics[]])[]) =>
  new Map(
    entries.flatMap(([key, buckets]) =>
      buckets
        .filter((bucket) => 'impressions' in bucket)
        .map((bucket): [string, unknown] => [`${key}/${bucket.date}`, FIGURES.map((name) => bucket[name])]),
    ),
  );

describe('reports of the Platform API', () => {
  it('are refused to one account alone while that is wanted', async () => {
    const statuses = async () => [(await ask('campaigns', {})).status, (await ask('campaigns', {}, EU)).status];
    await control(simulator, '/faults', { refused_reports: [EU] });
    expect(await statuses()).toEqual([200, 403]);
    await control(simulator, '/faults', { refused_reports: [] });
    expect(await statuses()).toEqual([200, 200]);
  });

  it.each([
    { level: 'campaigns', path: 'campaigns', id: 'campaignId', body: {} },
    { level: 'adgroups', path: `campaigns/${CAMPAIGN}/adgroups`, id: 'adGroupId', body: campaign },
    { level: 'keywords', path: `campaigns/${CAMPAIGN}/keywords`, id: 'keywordId', body: campaign },
    { level: 'ads', path: `campaigns/${CAMPAIGN}/ads`, id: 'adId', body: campaign },
  ])(
    'of $level have the figures of the older API, day by day and country by country',
    async ({ level, path, id, body }) => {
      const rows = await rowsOf(level, body);
      const platform = rows.map(({ metadata, granularMetrics }): [string, readonly Metrics[]] => [
        `${metadata.id}/${metadata.countryOrRegion}`,
        granularMetrics ?? [],
      ]);
      const same = (await olderRows(path)).map(({ metadata, granularity }): [string, readonly Metrics[]] => [
        `${metadata[id]}/${metadata.countryOrRegion}`,
        granularity,
      ]);
      expect(figuresBy(platform).size).toBeGreaterThan(10);
      expect(figuresBy(platform)).toEqual(figuresBy(same));
    },
  );

  it('of search terms have the figures of the older API; merged rare terms have no text', async () => {
    const keyOf = (text: unknown, keyword: unknown, country: unknown) => `${text}/${keyword}/${country}`;
    const platform = (await rowsOf('searchterms', campaign)).map(({ metadata, granularMetrics }) => {
      const { searchTermText, keyword, countryOrRegion } = metadata;
      const id = (keyword as { id?: number } | undefined)?.id ?? null;
      return [keyOf(searchTermText, id, countryOrRegion), granularMetrics ?? []] as const;
    });
    const rows = await olderRows(`campaigns/${CAMPAIGN}/searchterms`);
    const same = rows.map(
      ({ metadata: { searchTermText, keywordId, countryOrRegion }, granularity }) =>
        [keyOf(searchTermText, keywordId, countryOrRegion), granularity] as const,
    );
    expect(figuresBy(platform)).toEqual(figuresBy(same));
    expect(rows.some(({ other }) => other)).toBe(true);
    expect(platform.some(([key]) => key.startsWith('null/'))).toBe(true);
  });

  it('describe their objects, and suggest bids as bare numbers', async () => {
    const [first] = await rowsOf('campaigns', { sorting: [{ field: 'id', order: 'ASC' }] });
    expect(first?.metadata).toMatchObject({
      id: 700000001,
      promotedObject: { name: 'Moonvale' },
      adChannelType: 'SEARCH',
    });
    const [keyword] = (await rowsOf('keywords', campaign)) as readonly (Row & { insights?: unknown })[];
    expect(keyword?.metadata).toMatchObject({ campaignId: CAMPAIGN, status: 'ENABLED', adGroup: { deleted: false } });
    const rows = (await rowsOf('keywords', campaign)) as readonly (Row & { insights?: object })[];
    const suggested = rows.find(({ insights }) => insights !== undefined)?.insights;
    expect(suggested).toEqual({ bidRecommendation: { suggestedBidAmount: expect.any(Number) } });
    const words = new Set(rows.map(({ metadata }) => metadata.displayStatus));
    expect(words).toContain('BRAND_NEW');
    const [ad] = await rowsOf('ads', campaign);
    expect(ad?.metadata).toMatchObject({ creative: { destination: { parameters: { adamId: '1500000001' } } } });
  });

  it('without a granularity have totals, a grand total and rows without activity if they are wanted', async () => {
    const timeRange = { start: '2026-11-01', end: '2026-11-15' };
    const { body } = await ask('campaigns', { timeRange, options: { includeRows: ['GRAND_TOTAL'] } });
    const rows = body?.result?.rows ?? [];
    expect(rows[0]).not.toHaveProperty('granularMetrics');
    const sum = rows.reduce((total, { totalMetrics }) => total + Number(totalMetrics.impressions), 0);
    expect(body?.result?.summary?.grandTotal.impressions).toBe(sum);
    const idle = await rowsOf('campaigns', { timeRange, groupBy: [], options: { includeRows: ['EMPTY_METRICS'] } });
    expect(idle.length).toBe(12);
    expect(idle.some(({ totalMetrics }) => totalMetrics.impressions === 0)).toBe(true);
  });

  it('of an account that Apple runs itself are in UTC and in no figure of the others', async () => {
    const [row, further] = await rowsOf('campaigns', {}, 40669840);
    expect(row?.granularMetrics).toHaveLength(15);
    expect(Number(row?.totalMetrics.taps)).toBeGreaterThan(100);
    expect(further).toBeUndefined();
    expect((await rowsOf('keywords', campaign, 40669840)).length).toBe(0);
  });

  it('name countries in the buckets, or nowhere, by a switch', async () => {
    const wide = { filters: [{ field: 'campaignId', operator: 'EQUALS', value: '700000005' }] };
    const usual = await rowsOf('adgroups', wide);
    await control(simulator, '/faults', { country_in: 'bucket' });
    const merged = await rowsOf('adgroups', wide);
    expect(merged.length).toBeLessThan(usual.length);
    const countries = merged[0]?.granularMetrics?.map(({ countryOrRegion }) => countryOrRegion);
    expect(new Set(countries)).toEqual(new Set(['GB', 'AU', 'CA']));
    expect(merged[0]?.metadata).not.toHaveProperty('countryOrRegion');
    const impressions = (rows: readonly Row[]) =>
      rows.reduce((sum, { totalMetrics }) => sum + Number(totalMetrics.impressions), 0);
    expect(impressions(merged)).toBe(impressions(usual));
    await control(simulator, '/faults', { country_in: 'none' });
    const nowhere = await rowsOf('adgroups', wide);
    expect(nowhere.length).toBe(usual.length);
    expect(JSON.stringify(nowhere)).not.toContain('countryOrRegion');
  });

  it('show days without activity in each way that was seen', async () => {
    const [quiet] = (await rowsOf('campaigns')).filter(({ metadata }) => metadata.id === 700000010);
    expect(quiet?.granularMetrics).toContainEqual({ date: '2026-11-14' });
    const ofQuiet = async () =>
      (await rowsOf('campaigns')).find(({ metadata }) => metadata.id === 700000010)?.granularMetrics ?? [];
    await control(simulator, '/faults', { zero_days: 'zeros' });
    expect((await ofQuiet()).at(-1)).toMatchObject({ date: '2026-11-15', impressions: 0, taps: 0 });
    await control(simulator, '/faults', { zero_days: 'absent' });
    expect((await ofQuiet()).at(-1)?.date).not.toBe('2026-11-15');
  });

  it('leave out deleted objects, the list of rows, and what describes them, by switches and by asking for fields', async () => {
    const past = { timeRange: { ...days, start: '2026-10-01', end: '2026-10-10' } };
    const deleted = async () => (await rowsOf('campaigns', past)).filter(({ metadata }) => metadata.deleted).length;
    expect(await deleted()).toBe(1);
    await control(simulator, '/faults', { deleted_rows: 'no', result_without_rows: true });
    expect(await deleted()).toBe(0);
    expect((await ask('adgroups', { filters: [{ ...campaign.filters[0], value: '700000011' }] })).body?.result).toEqual(
      {},
    );
    const [bare] = await rowsOf('campaigns', { fields: ['impressions'] });
    expect(bare).not.toHaveProperty('metadata');
  });

  it('come in pages, shorter than asked by a switch', async () => {
    await control(simulator, '/faults', { page_cap: 3 });
    const { body } = await ask('keywords', { ...campaign, pagination: { offset: 3, pageSize: 50 } });
    expect(body?.result?.rows).toHaveLength(3);
    expect(body?.pagination).toMatchObject({ offset: 3, pageSize: 3 });
    expect(body?.pagination?.totalCount).toBeGreaterThan(20);
  });
});

describe('a report of the Platform API is refused', () => {
  const timeRange = (changes: object) => ({ timeRange: { ...days, ...changes } });
  const value = { field: 'campaignId', operator: 'IN', value: [String(CAMPAIGN)] };

  it.each([
    { why: 'days of one day', level: 'campaigns', body: timeRange({ end: days.start }) },
    {
      why: 'days further back than 90',
      level: 'campaigns',
      body: timeRange({ start: '2026-08-21', end: '2026-09-01' }),
    },
    { why: 'hours further back than 7 days', level: 'campaigns', body: timeRange({ granularity: 'HOURLY' }) },
    {
      why: 'weeks that end too late',
      level: 'campaigns',
      body: timeRange({ granularity: 'WEEKLY', start: '2026-09-01' }),
    },
    {
      why: 'months that end too late',
      level: 'campaigns',
      body: timeRange({ granularity: 'MONTHLY', start: '2026-05-01' }),
    },
    { why: 'totals beyond a year', level: 'campaigns', body: { timeRange: { start: '2025-11-01', end: days.end } } },
    { why: 'an end before the start', level: 'campaigns', body: timeRange({ end: '2026-10-01' }) },
    { why: 'search terms in UTC', level: 'searchterms', body: { ...campaign, ...timeRange({ timeZone: 'UTC' }) } },
    {
      why: 'hours of ads',
      level: 'ads',
      body: { ...campaign, ...timeRange({ granularity: 'HOURLY', start: '2026-11-14' }) },
    },
    { why: 'keywords without a campaign', level: 'keywords', body: {} },
    { why: 'an operator with many values', level: 'keywords', body: { filters: [value] } },
    {
      why: 'a filter by keyword',
      level: 'keywords',
      body: { filters: [{ ...value, field: 'keywordId', operator: 'EQUALS' }] },
    },
    { why: 'devices of ads', level: 'ads', body: { ...campaign, groupBy: ['deviceClass'] } },
    { why: 'empty rows by country', level: 'campaigns', body: { options: { includeRows: ['EMPTY_METRICS'] } } },
    { why: 'more than 5,000 rows', level: 'campaigns', body: { pagination: { offset: 0, pageSize: 5001 } } },
    { why: 'an unknown field', level: 'campaigns', body: { returnRowTotals: true } },
    {
      why: 'an order of search terms by id',
      level: 'searchterms',
      body: { ...campaign, sorting: [{ field: 'id', order: 'ASC' }] },
    },
  ])('for $why', async ({ level, body }) => {
    expect((await ask(level, body)).status).toBe(400);
  });

  it('or takes campaigns in other ways, by a switch', async () => {
    const byId = { filters: [{ field: 'id', operator: 'EQUALS', value: CAMPAIGN }] };
    const statuses = async () => [
      (await ask('campaigns', {})).status,
      (await ask('campaigns', campaign)).status,
      (await ask('campaigns', byId)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await control(simulator, '/faults', { report_filter: 'docs' });
    expect(await statuses()).toEqual([400, 200, 400]);
    await control(simulator, '/faults', { report_filter: 'none_at_campaign' });
    expect(await statuses()).toEqual([200, 400, 400]);
    await control(simulator, '/faults', { report_filter: 'id_at_campaign' });
    expect(await statuses()).toEqual([400, 400, 200]);
  });

  it('has days of two years in the older API, by a switch', async () => {
    const body = { ...olderDays, startTime: '2026-05-10', endTime: '2026-05-20', selector };
    expect((await older('/reports/campaigns', US, body)).status).toBe(400);
    await control(simulator, '/faults', { v5_daily_reach: '24_months' });
    const { status, body: report } = await older('/reports/campaigns', US, body);
    expect(status).toBe(200);
    expect(JSON.stringify(report)).toContain('2026-05-15');
    expect(
      (await older('/reports/campaigns', US, { ...body, startTime: '2024-05-10', endTime: '2024-05-20' })).status,
    ).toBe(400);
    await control(simulator, '/faults', { v5_daily_reach: '90_days' });
  });
});
