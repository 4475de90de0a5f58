import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDay, parseDay } from '../../../base/calendar/calendar-days.ts';
import { openStateFolder } from '../../../base/state/state-folder.ts';
import { createActivityStore } from '../../../market/activity/activity-store.ts';
import { countryOfCell } from '../../../market/world/structure.ts';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { type AdsApiResponse, createCaller } from '../../../testing/ads-api-caller.ts';
import { searchTermOf } from '../../advertising/figures/search-terms.ts';
import { createCustomReportShelf, stateOf } from './custom-report-shelf.ts';
import { createSignedLinks } from './signed-links.ts';

const ORG = 40669820;
const EUROPE = 40669830;
const JAPAN = 40771010;
const startAt = Date.parse('2026-11-20T22:00:00Z');
/** The organization's own present day, in Los Angeles. */
const today = parseDay('2026-11-20') ?? 0;
const day = (before: number) => formatDay(today - before);

let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 1, historyMonths: 1 });
  simulator.clock.pause(true);
  call = await createCaller(simulator);
});

afterAll(() => simulator.stop());

interface ReportView {
  readonly id: number;
  readonly state: string;
  readonly downloadUri: string | null;
  readonly creationTime: string;
}

const viewOf = ({ body }: AdsApiResponse) => body.data as ReportView;
const order = (orgId: number, from: string, to: string, conditions: readonly object[] = []) =>
  call('/custom-reports', orgId, { name: 'spec', startTime: from, endTime: to, selector: { conditions } });
const adamId = (values: readonly string[]) => ({ field: 'adamId', operator: 'IN', values });
const countries = (values: readonly string[]) => ({ field: 'countryOrRegion', operator: 'IN', values });

/** Waits until a report is finished and gives it with a fresh address. */
const finished = (orgId: number, id: number): Promise<ReportView> =>
  vi.waitFor(
    async () => {
      const view = viewOf(await call(`/custom-reports/${id}`, orgId));
      expect(['COMPLETED', 'FAILED']).toContain(view.state);
      return view;
    },
    { timeout: 300_000, interval: 200 },
  );

type Line = Readonly<Record<string, string>>;

async function download(orgId: number, response: AdsApiResponse): Promise<readonly Line[]> {
  expect(response.status).toBe(200);
  const { downloadUri } = await finished(orgId, viewOf(response).id);
  const file = await fetch(downloadUri ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
  const [header = '', ...lines] = (await file.text()).trimEnd().split('\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])));
}

describe('impression-share reports', () => {
  it('are queued, then pending, then completed, or failed on demand', () => {
    const shelf = createCustomReportShelf(openStateFolder(':memory:'));
    const wanted = { name: 'a', granularity: 'DAILY' as const, dateRange: 'CUSTOM' as const, conditions: [] };
    const ordered = (fails: boolean) =>
      shelf.order(ORG, { ...wanted, startTime: day(3), endTime: day(2) }, { now: startAt, asOf: startAt, fails });
    const states = (fails: boolean) => {
      const report = ordered(fails);
      return [0, 499, 500, 1_499, 1_500].map((age) => stateOf(report, startAt + age));
    };
    expect(states(false)).toEqual(['QUEUED', 'QUEUED', 'PENDING', 'PENDING', 'COMPLETED']);
    expect(states(true).at(-1)).toBe('FAILED');
  });

  it('list the terms that search-term reports name, with all their days but today', async () => {
    const lines = await download(ORG, await order(ORG, day(9), day(0)));
    expect(Object.keys(lines[0] ?? {})).toEqual([
      'date',
      'appName',
      'adamId',
      'countryOrRegion',
      'searchTerm',
      'lowImpressionShare',
      'highImpressionShare',
      'rank',
      'searchPopularity',
    ]);
    expect([...new Set(lines.map((line) => line.date))]).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map(day));
    const terms = await namedTerms(day(3));
    const listed = new Set(
      lines.filter((line) => line.date === day(3)).map((line) => `${line.countryOrRegion}/${line.searchTerm}`),
    );
    const frequent = [...terms].filter(([, impressions]) => impressions > 10).map(([key]) => key);
    expect(frequent.length).toBeGreaterThan(50);
    expect(frequent.filter((key) => !listed.has(key))).toEqual([]);
    const counts = countedTerms(today - 3);
    expect([...listed].filter((key) => (counts.get(key) ?? 0) <= 10)).toEqual([]);
    expect([...counts.values()]).toContain(10);
  });

  it('hold tenths, ranks that fit them, and popularities from 1 to 5', async () => {
    const lines = await download(EUROPE, await order(EUROPE, day(4), day(2)));
    expect(lines.length).toBeGreaterThan(50);
    const lowest: Readonly<Record<string, number>> = { ONE: 0.6, TWO: 0.4, THREE: 0.25, FOUR: 0.15, FIVE: 0.08 };
    for (const line of lines) {
      const low = Number(line.lowImpressionShare);
      const high = Number(line.highImpressionShare);
      expect(high - low).toBeCloseTo(low === 0 ? 0.1 : 0.09, 9);
      expect(high).toBeGreaterThan(lowest[line.rank ?? ''] ?? 0);
      expect(line.searchPopularity).toMatch(/^[1-5]$/);
    }
  });

  it('miss some terms of yesterday, and none of the days before', async () => {
    const early = await download(ORG, await order(ORG, day(2), day(1)));
    const count = (lines: readonly Line[], date: string) => lines.filter((line) => line.date === date).length;
    const frequent = async (date: string) => [...(await namedTerms(date)).values()].filter((sum) => sum > 10).length;
    expect(count(early, day(1))).toBeGreaterThan(20);
    expect(count(early, day(1))).toBeLessThan(0.9 * (await frequent(day(1))));
    expect(count(early, day(2))).toBeGreaterThanOrEqual(await frequent(day(2)));
  });

  it('show only the apps and countries of the conditions', async () => {
    const both = [adamId(['1500000001']), countries(['US', 'GB'])];
    const lines = await download(ORG, await order(ORG, day(3), day(2), both));
    expect(new Set(lines.map((line) => line.countryOrRegion))).toEqual(new Set(['US', 'GB']));
    const foreign = await download(ORG, await order(ORG, day(3), day(2), [adamId(['1500000002'])]));
    expect(foreign).toEqual([]);
  });

  it('have one row per term and week under the Monday', async () => {
    const response = await call('/custom-reports', EUROPE, {
      name: 'w',
      granularity: 'WEEKLY',
      dateRange: 'LAST_2_WEEKS',
    });
    const lines = await download(EUROPE, response);
    expect([...new Set(lines.map((line) => line.date))].sort()).toEqual(['2026-11-02', '2026-11-09']);
    const keys = lines.map((line) => `${line.date}/${line.adamId}/${line.countryOrRegion}/${line.searchTerm}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['no name', { name: undefined }],
    ['a name of 51 characters', { name: 'x'.repeat(51) }],
    ['31 days', { startTime: day(32), endTime: day(2) }],
    ['days before 2020-04-12', { startTime: '2020-04-11', endTime: '2020-04-20' }],
    ['a reversed range', { startTime: day(2), endTime: day(3) }],
    ['a range into the future', { startTime: day(2), endTime: day(-1) }],
    ['an impossible date', { startTime: '2026-02-30' }],
    ['no range', { startTime: undefined }],
    ['weeks with days', { granularity: 'WEEKLY', dateRange: 'LAST_WEEK' }],
    ['weeks without a range', { granularity: 'WEEKLY', startTime: undefined, endTime: undefined }],
    ['hours', { granularity: 'HOURLY' }],
    ['another field', { selector: { conditions: [{ field: 'rank', operator: 'IN', values: ['ONE'] }] } }],
    ['another operator', { selector: { conditions: [{ field: 'adamId', operator: 'EQUALS', values: ['1'] }] } }],
  ])('refuse %s', async (_what, changed) => {
    const body = { name: 'x', granularity: 'DAILY', startTime: day(5), endTime: day(2), ...changed };
    const response = await call('/custom-reports', ORG, body);
    expect([response.status, response.body.error?.errors.length]).toEqual([400, 1]);
  });

  it('belong to their organization', async () => {
    const { id } = viewOf(await order(JAPAN, day(3), day(2)));
    expect((await call(`/custom-reports/${id}`, ORG)).status).toBe(404);
    expect((await call(`/custom-reports/${id}`, JAPAN)).status).toBe(200);
    expect((await call('/custom-reports/1', JAPAN)).status).toBe(404);
  });

  it('fail on demand, without an address', async () => {
    await fetch(`${simulator.url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"custom_report_fail_next":1}',
    });
    const failing = viewOf(await order(JAPAN, day(3), day(2)));
    const fine = viewOf(await order(JAPAN, day(3), day(2)));
    expect(await finished(JAPAN, failing.id)).toMatchObject({ state: 'FAILED', downloadUri: null });
    expect(await finished(JAPAN, fine.id)).toMatchObject({ state: 'COMPLETED' });
  });

  it('are listed newest first, at most 50 at once', async () => {
    const { body } = await call('/custom-reports?field=creationTime&sortOrder=DESCENDING&limit=2', JAPAN);
    const [first, second] = body.data as readonly ReportView[];
    expect(body.pagination).toMatchObject({ startIndex: 0, itemsPerPage: 2 });
    expect((first?.creationTime ?? '') >= (second?.creationTime ?? '~')).toBe(true);
    expect((await call('/custom-reports?limit=51', JAPAN)).status).toBe(400);
  });

  it('can be ordered ten times a day per organization, over a restart too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
    const first = await startSimulator({ startAt, scale: 0.05, dataDir: folder });
    const ask = await createCaller(first);
    const body = { name: 'x', startTime: day(3), endTime: day(2) };
    for (let count = 0; count < 10; count += 1) expect((await ask('/custom-reports', ORG, body)).status).toBe(200);
    expect((await ask('/custom-reports', EUROPE, body)).status).toBe(200);
    await first.stop();
    const second = await startSimulator({ startAt: startAt + 60_000, scale: 0.05, dataDir: folder });
    const again = await createCaller(second);
    const refused = await again('/custom-reports', ORG, body);
    expect([refused.status, refused.body.error?.errors[0]?.messageCode]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect((await again('/custom-reports', ORG)).body.pagination?.totalResults).toBe(10);
    expect((await again('/custom-reports', EUROPE, body)).status).toBe(200);
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it('can be listed 150 times in a quarter of an hour', () => {
    const shelf = createCustomReportShelf(openStateFolder(':memory:'));
    for (let count = 0; count < 150; count += 1) shelf.list(ORG, startAt + count);
    expect(() => shelf.list(ORG, startAt + 200)).toThrow('150');
    expect(shelf.list(EUROPE, startAt + 200)).toEqual([]);
    expect(shelf.list(ORG, startAt + 900_200)).toEqual([]);
  });
});

describe('report addresses', () => {
  it('open the file alone: 400 with the headers of the API, 403 when changed', async () => {
    const { id } = viewOf(await order(EUROPE, day(3), day(2)));
    const { downloadUri } = await finished(EUROPE, id);
    const address = downloadUri ?? '';
    const statusWith = async (headers: Record<string, string>, url = address) => (await fetch(url, { headers })).status;
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ authorization: 'Bearer x' })).toBe(400);
    expect(await statusWith({ 'x-ap-context': `orgId=${EUROPE}` })).toBe(400);
    expect(await statusWith({}, address.replace(String(id), String(id - 1)))).toBe(403);
    expect(await statusWith({}, `${simulator.url}/custom-report-files/${id}`)).toBe(403);
  });

  it('are valid for 90 seconds', () => {
    const links = createSignedLinks(Buffer.alloc(32, 7));
    const query = Object.fromEntries(new URLSearchParams(links.sign('/file', startAt)));
    expect(links.refusalOf('/file', query, startAt + 90_000)).toBeNull();
    expect(links.refusalOf('/file', query, startAt + 90_001)).toBe('AccessDenied');
    const later = { ...query, 'X-Amz-Date': String(startAt + 60_000) };
    expect(links.refusalOf('/file', later, startAt + 90_001)).toBe('SignatureDoesNotMatch');
  });
});

interface TermRow {
  readonly other: boolean;
  readonly metadata: { readonly searchTermText: string | null; readonly countryOrRegion: string };
  readonly total: { readonly impressions: number };
}

/** Impressions per country and named term over all campaigns of the organization on one day. */
/** Impressions of every term of a day; search-term reports merge the rare ones of each keyword. */
function countedTerms(of: number): ReadonlyMap<string, number> {
  const { world } = simulator;
  const activity = createActivityStore(world);
  const sums = new Map<string, number>();
  for (const campaign of world.campaigns.filter(({ org }) => org.orgId === ORG)) {
    for (const [index, cell] of activity.campaignDay(campaign, of).impressions.cell.entries()) {
      const key = `${countryOfCell(campaign, cell)}/${searchTermOf(campaign, cell, of, index).toLowerCase()}`;
      sums.set(key, (sums.get(key) ?? 0) + 1);
    }
  }
  return sums;
}

async function namedTerms(date: string): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const all = await call('/campaigns/find', ORG, {
    conditions: [{ field: 'deleted', operator: 'IN', values: ['true', 'false'] }],
    pagination: { limit: 1000 },
  });
  for (const { id } of all.body.data as readonly { id: number }[]) {
    const response = await call(`/reports/campaigns/${id}/searchterms`, ORG, {
      startTime: date,
      endTime: date,
      groupBy: ['countryOrRegion'],
      selector: { orderBy: [{ field: 'impressions', sortOrder: 'DESCENDING' }], pagination: { limit: 1000 } },
      returnRowTotals: true,
    });
    const { row } = (response.body.data as { reportingDataResponse: { row: readonly TermRow[] } })
      .reportingDataResponse;
    for (const { other, metadata, total } of row) {
      if (other) continue;
      const key = `${metadata.countryOrRegion}/${String(metadata.searchTermText).toLowerCase()}`;
      sums.set(key, (sums.get(key) ?? 0) + total.impressions);
    }
  }
  return sums;
}
