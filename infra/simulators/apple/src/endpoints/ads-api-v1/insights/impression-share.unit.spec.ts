import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
let simulator: Simulator;
let call: PlatformCaller;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 1, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
});
afterAll(() => simulator.stop());

interface Row {
  readonly day?: string;
  readonly week?: string;
  readonly countryOrRegion: string;
  readonly searchTerm: string;
  readonly lowImpressionShare: number;
  readonly highImpressionShare: number;
  readonly rank: number;
  readonly searchPopularity1to5: number;
}
const app = { field: 'promotedObjectId', operator: 'IN', value: ['1500000001'] };
const us = { field: 'countryOrRegion', operator: 'IN', value: ['US'] };
const timeRange = { start: '2026-11-12', end: '2026-11-16', timeZone: 'UTC', granularity: 'DAILY' };
const pagination = { offset: 0, pageSize: 5000 };
const ask = (body: object, account = US) =>
  call<{ rows: Row[] }>('/insights/apps/impression-share/query', account, {
    filters: [app, us],
    timeRange,
    pagination,
    ...body,
  });
const rowsOf = async (body: object = {}) => (await ask(body)).body?.result?.rows ?? [];

describe('impression shares of the Platform API', () => {
  it('are of days in UTC, exact to the hundredth up to 90 %, with rank and popularity', async () => {
    const rows = await rowsOf();
    expect(new Set(rows.map(({ day }) => day)).size).toBe(5);
    expect(new Set(rows.map(({ countryOrRegion }) => countryOrRegion))).toEqual(new Set(['US']));
    const exact = rows.filter(({ lowImpressionShare }) => lowImpressionShare <= 0.9);
    expect(exact.length).toBeGreaterThan(20);
    for (const { lowImpressionShare, highImpressionShare } of exact)
      expect(lowImpressionShare).toBe(highImpressionShare);
    expect(new Set(rows.map(({ rank }) => rank)).size).toBeGreaterThan(3);
    expect(rows.every(({ searchPopularity1to5 }) => searchPopularity1to5 >= 1 && searchPopularity1to5 <= 5)).toBe(true);
  });

  it('of all slots are lower, of the same terms', async () => {
    const first = await rowsOf();
    const all = await rowsOf({ options: { impressionShareReportType: 'ALL_SLOTS' } });
    expect(all.map(({ searchTerm }) => searchTerm)).toEqual(first.map(({ searchTerm }) => searchTerm));
    all.forEach(({ lowImpressionShare }, index) => {
      expect(lowImpressionShare).toBeLessThanOrEqual(first[index]?.highImpressionShare ?? 0);
    });
  });

  it('are of weeks that begin on Sunday', async () => {
    const range = { start: '2026-11-01', end: '2026-11-14', granularity: 'WEEKLY_SUN_SAT' };
    expect(new Set((await rowsOf({ timeRange: range })).map(({ week }) => week))).toEqual(
      new Set(['2026-11-01', '2026-11-08']),
    );
  });

  it.each([
    { why: 'no app', body: { filters: [us] } },
    { why: 'an app by EQUALS', body: { filters: [{ ...app, operator: 'EQUALS', value: '1500000001' }] } },
    { why: 'an app without ads', body: { filters: [{ ...app, value: ['1500000002'] }] } },
    { why: 'a filter by text', body: { filters: [app, { field: 'searchTerm', operator: 'LIKE', value: 'sleep' }] } },
    { why: 'more than 30 days', body: { timeRange: { ...timeRange, start: '2026-10-12' } } },
    { why: 'another zone', body: { timeRange: { ...timeRange, timeZone: 'ORTZ' } } },
    {
      why: 'a week from Monday',
      body: { timeRange: { ...timeRange, start: '2026-11-02', granularity: 'WEEKLY_SUN_SAT' } },
    },
    { why: 'three orders', body: { sorting: ['rank', 'day', 'searchTerm'].map((field) => ({ field, order: 'ASC' })) } },
    { why: 'a count that is not given', body: { pagination: { ...pagination, fetchTotalCount: true } } },
  ])('are refused for $why', async ({ body }) => {
    expect((await ask(body)).status).toBe(400);
  });
});
