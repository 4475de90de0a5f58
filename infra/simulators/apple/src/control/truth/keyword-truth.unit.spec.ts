import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDay, parseDay } from '../../base/calendar/calendar-days.ts';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { createCaller } from '../../testing/ads-api-caller.ts';

const ORG = 40669820;
const APP = 1500000001;
const CAMPAIGNS = [700000001, 700000004, 700000005];
const startAt = Date.parse('2026-11-20T22:00:00Z');
const today = parseDay('2026-11-20') ?? 0;
const FROM = formatDay(today - 8);
const TO = formatDay(today - 2);

let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 1 });
  simulator.clock.pause(true);
  call = await createCaller(simulator);
});

afterAll(() => simulator.stop());

interface TruthRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly match_type?: string;
  readonly impressions: number;
  readonly matched_impressions?: number;
  readonly shared_impressions?: number;
  readonly available_impressions?: number;
  readonly rank_impressions?: number;
}

const truth = async (query: string): Promise<readonly TruthRow[]> => {
  const response = await fetch(`${simulator.url}/truth?app=${APP}&org=${ORG}&level=keyword&${query}`);
  return ((await response.json()) as { rows: readonly TruthRow[] }).rows;
};

interface Row {
  readonly other: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly granularity: readonly { readonly date: string; readonly impressions?: number }[];
}

const report = async (campaign: number, kind: string): Promise<readonly Row[]> => {
  const response = await call(`/reports/campaigns/${campaign}/${kind}`, ORG, {
    startTime: FROM,
    endTime: TO,
    granularity: 'DAILY',
    groupBy: ['countryOrRegion'],
    selector: { orderBy: [{ field: 'impressions', sortOrder: 'DESCENDING' }], pagination: { limit: 1000 } },
  });
  return (response.body.data as { reportingDataResponse: { row: readonly Row[] } }).reportingDataResponse.row;
};

/** The share file as a reader sees it: date, country and term to the middle of the share and the rank. */
async function sharesByFile(): Promise<ReadonlyMap<string, { readonly middle: number; readonly rank: number }>> {
  const order = await call('/custom-reports', ORG, { name: 'truth', startTime: FROM, endTime: TO });
  const { id } = order.body.data as { id: number };
  const address = await vi.waitFor(
    async () => {
      const { downloadUri } = (await call(`/custom-reports/${id}`, ORG)).body.data as { downloadUri: string | null };
      if (downloadUri === null) throw new Error('not finished');
      return downloadUri;
    },
    { timeout: 300_000, interval: 200 },
  );
  const [, ...lines] = (await (await fetch(address)).text()).trimEnd().split('\n');
  const ranks = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'GREATER_THAN_FIVE'];
  return new Map(
    lines.map((line) => {
      const [date, , , country, term, low, high, rank = ''] = line.split(',');
      return [
        `${date}/${country}/${term}`,
        { middle: (Number(low) + Number(high)) / 2, rank: ranks.indexOf(rank) + 1 },
      ];
    }),
  );
}

describe('truth about keywords', () => {
  it('has the sums of shares and ranks that a careful reader of reports and share file comes to', async () => {
    const shares = await sharesByFile();
    const rows = await truth(`from=${FROM}&to=${TO}`);
    let compared = 0;
    for (const campaign of CAMPAIGNS) {
      const sums = new Map<unknown, [number, number, number]>();
      for (const { metadata, granularity } of await report(campaign, 'keywords')) {
        for (const { date, impressions = 0 } of granularity) {
          const share = shares.get(`${date}/${metadata.countryOrRegion}/${metadata.keyword}`);
          if (share === undefined) continue;
          const [shared, available, ranked] = sums.get(metadata.keywordId) ?? [0, 0, 0];
          const sum = [shared + impressions, available + impressions / share.middle, ranked + impressions * share.rank];
          sums.set(metadata.keywordId, sum as [number, number, number]);
        }
      }
      for (const row of rows.filter((candidate) => candidate.campaign_id === campaign && candidate.id !== 0)) {
        const [shared, available, ranked] = sums.get(row.id) ?? [0, 0, 0];
        expect([row.id, row.shared_impressions, row.rank_impressions]).toEqual([row.id, shared, ranked]);
        expect(row.available_impressions).toBeCloseTo(available, 6);
        if (shared > 0) compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  it('matches the searches equal to the keyword that search-term reports name', async () => {
    const rows = await truth(`from=${FROM}&to=${TO}`);
    for (const campaign of CAMPAIGNS) {
      const named = new Map<unknown, number>();
      const merged = new Set<unknown>();
      for (const { other, metadata, granularity } of await report(campaign, 'searchterms')) {
        if (other) merged.add(metadata.keywordId);
        if (other || metadata.searchTermText !== metadata.keyword) continue;
        const impressions = granularity.reduce((sum, bucket) => sum + (bucket.impressions ?? 0), 0);
        named.set(metadata.keywordId, (named.get(metadata.keywordId) ?? 0) + impressions);
      }
      const campaignRows = rows.filter((row) => row.campaign_id === campaign && row.id !== 0);
      for (const row of campaignRows) {
        expect(row.matched_impressions).toBeGreaterThanOrEqual(named.get(row.id) ?? 0);
        expect(row.matched_impressions).toBeLessThanOrEqual(row.impressions);
        if (!merged.has(row.id)) expect([row.id, row.matched_impressions]).toEqual([row.id, named.get(row.id) ?? 0]);
      }
      expect(campaignRows.reduce((sum, row) => sum + (row.matched_impressions ?? 0), 0)).toBeGreaterThan(500);
    }
  });

  it('knows no share of yesterday and today, none of Search Match, and adds up by country', async () => {
    const young = await truth(`from=${formatDay(today - 1)}&to=${formatDay(today)}`);
    expect(young.every((row) => (row.shared_impressions ?? 0) === 0)).toBe(true);
    expect(young.some((row) => (row.matched_impressions ?? 0) > 0)).toBe(true);
    const whole = await truth(`from=${FROM}&to=${TO}`);
    expect(whole.filter((row) => row.id === 0).every((row) => row.shared_impressions === undefined)).toBe(true);
    expect(new Set(whole.map((row) => row.match_type))).toEqual(new Set(['EXACT', 'BROAD', undefined]));
    const countries = ['US', 'GB', 'AU', 'CA', 'NZ', 'IE', 'MX', 'BR'];
    const parts = await Promise.all(countries.map((country) => truth(`from=${FROM}&to=${TO}&country=${country}`)));
    const sum = (rows: readonly TruthRow[]) => rows.reduce((total, row) => total + (row.available_impressions ?? 0), 0);
    expect(sum(parts.flat())).toBeCloseTo(sum(whole), 4);
  });
});
