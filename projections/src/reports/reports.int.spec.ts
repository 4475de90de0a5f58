import type { ClickHouseClient } from '@tapwise/infra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adGroupReport,
  adGroupSeries,
  allKeywordsReport,
  campaignReport,
  campaignSeries,
  countryReport,
  keywordReport,
  keywordSeries,
  monthlyReport,
} from '../queries.ts';
import type { Asked, Expected } from '../testing/expected-report.ts';
import { expectedTotals } from '../testing/expected-report.ts';
import {
  expectedCountries,
  expectedMonths,
  expectedObjects,
  expectedSeries,
  type RowsOf,
} from '../testing/expected-rows.ts';
import { randomWorld, type World, worldNow } from '../testing/random-world.ts';
import { asRecorded } from '../testing/recorded-events.ts';
import { adamId, applicationId, orgId } from '../testing/sample-events.ts';
import { type Random, randomOf } from '../testing/seeded-random.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../testing/tables-under-test.ts';
import type { ReportQuestion } from './report.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const levels = {
  campaign: { report: campaignReport, series: campaignSeries },
  ad_group: { report: adGroupReport, series: adGroupSeries },
  keyword: { report: keywordReport, series: keywordSeries },
} as const;

function randomAsked(random: Random): Asked {
  const days = [random.upTo(24) - 3, random.upTo(24) - 3].sort((a, b) => a - b);
  const first = Date.parse('2026-03-01T00:00:00.000Z');
  const [from = '', to = ''] = days.map((day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10));
  const week = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10);
  return {
    ...{ from, to: random.next() < 0.2 ? week : to },
    timeZone: random.pick(['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu']),
    currency: random.pick(['USD', 'EUR', 'GBP', 'JPY']),
    smallBusiness: random.next() < 0.5,
    countries: random.pick([null, null, ['US'], ['DE', 'JP']]),
    claimType: random.pick(['click', 'view', 'total'] as const),
    ...{ campaignIds: null, adGroupId: null },
  };
}

function questionOf(asked: Asked): ReportQuestion {
  const { from, to, countries, claimType, timeZone, currency, smallBusiness } = asked;
  return {
    scope: {
      ...{ applicationId, adamId, orgId, orgCurrency: 'EUR', linkedOrgIds: [orgId] },
      ...{ timeZone, currency, smallBusiness },
    },
    ...{ from, to, countries, claimType, status: 'all', now: new Date(worldNow) },
  };
}

/** Equal to a billionth; sums of the same numbers in another order differ in the last binary digits. */
function expectClose(found: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number') {
    expect(found, path).toBeTypeOf('number');
    const difference = Math.abs((found as number) - expected);
    expect(difference / Math.max(1, Math.abs(expected)), `${path}: ${found} for ${expected}`).toBeLessThan(1e-9);
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [name, value] of Object.entries(expected)) {
      expectClose((found as Record<string, unknown> | undefined)?.[name], value, `${path}.${name}`);
    }
  } else expect(found, path).toEqual(expected);
}

type Row = Record<string, unknown> & { id?: number | string };

function expectRows(found: readonly Row[], expected: RowsOf, path: string): void {
  const byId = new Map(found.map((row) => [String(row.id), row]));
  expect([...byId.keys()].sort(), path).toEqual([...expected.keys()].sort());
  for (const [id, { cells, products }] of expected) {
    expectClose(byId.get(id), cells, `${path} ${id}`);
    expect(Object.keys(byId.get(id)?.products ?? {}).sort(), path).toEqual(Object.keys(products).sort());
    expectClose(byId.get(id)?.products, products, `${path} ${id}`);
  }
}

function expectTotals(found: Row, rows: readonly Expected[], asked: Asked, path: string, ofKeywords = false): void {
  expectClose(found, expectedTotals(rows, asked, ofKeywords).cells, `${path} totals`);
}

async function checkLevels(client: ClickHouseClient, world: World, asked: Asked, random: Random): Promise<void> {
  const campaignId = 1 + random.upTo(3);
  const adGroupId = campaignId * 10 + random.upTo(2);
  const granularity = random.pick(['day', 'week', 'month'] as const);
  for (const level of ['campaign', 'ad_group', 'keyword'] as const) {
    const within: Asked = {
      ...asked,
      campaignIds: level === 'campaign' ? null : [campaignId],
      adGroupId: level === 'keyword' ? adGroupId : null,
    };
    const question = { ...questionOf(within), campaignId, adGroupId };
    const report = await levels[level].report(client, question);
    const expected = expectedObjects(world, level, within);
    expectRows(report.rows, expected, level);
    const counted = [...expected].filter(([id]) => Number(id) > 0 || level === 'keyword').map(([, row]) => row);
    expectTotals(report.totals, counted, within, level, level === 'keyword');
    const series = await levels[level].series(client, { ...question, granularity });
    const buckets = expectedSeries(world, level, within, granularity);
    expect(series.items.map(({ id }) => String(id)).sort()).toEqual([...buckets.keys()].sort());
    for (const item of series.items) {
      expectClose(item.granularity, buckets.get(String(item.id)), `${level} ${item.id} by ${granularity}`);
      expect(item.granularity.length).toBe(buckets.get(String(item.id))?.length);
    }
  }
}

async function checkWholes(client: ClickHouseClient, world: World, asked: Asked, random: Random): Promise<void> {
  const campaignIds = random.pick([[1, 2, 3], [1, 2], [2], [3]]);
  const within: Asked = { ...asked, campaignIds };
  const keywords = await allKeywordsReport(client, { ...questionOf(within), campaignIds });
  const expected = expectedObjects(world, 'keyword', within);
  expectRows(keywords.rows, expected, 'all keywords');
  expectTotals(keywords.totals, [...expected.values()], within, 'all keywords', true);
  const countries = await countryReport(client, questionOf(asked));
  const byCountry = expectedCountries(world, asked);
  expectRows(countries.rows, byCountry, 'countries');
  expectTotals(countries.totals, [...byCountry.values()], asked, 'countries');
  const { scope, now } = questionOf(asked);
  const { currency, claimType } = asked;
  const question = { scopes: [scope], year: 2026, countries: asked.countries, claimType, now, currency };
  const months = await monthlyReport(client, question);
  const byMonth = expectedMonths(world, asked);
  const rows = months.rows.map((row) => ({ ...row, id: row.month }));
  expectRows(rows, byMonth, 'months');
  expectTotals(months.totals, [...byMonth.values()], asked, 'months');
}

describe('reports', () => {
  it.each([11, 12, 13])(
    'say what happened in random world %i, in every call and column',
    async (seed) => {
      const random = randomOf(seed * 1000);
      const world = randomWorld(seed);
      const client = await tables.emptyTables();
      await writeInBatches(client, asRecorded(world.events), [1 + random.upTo(40), 1, 150]);
      for (let asked = 0; asked < 4; asked += 1) {
        const question = randomAsked(random);
        await checkLevels(client, world, question, random);
        await checkWholes(client, world, question, random);
      }
    },
    300_000,
  );
});
