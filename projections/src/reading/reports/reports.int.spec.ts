import type { ClickHouseClient } from '@tapwise/adapters';
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
} from '../../queries.ts';
import { chosen, expectedTotals, installDay } from '../../testing/expected/expected-report.ts';
import {
  expectedCountries,
  expectedGroups,
  expectedMonths,
  expectedObjects,
  expectedSeries,
  personId,
  type RowsOf,
} from '../../testing/expected/expected-rows.ts';
import { expectedWarning } from '../../testing/expected/expected-warning.ts';
import type { RequestedReport } from '../../testing/expected/requested-report.ts';
import type { Person } from '../../testing/random/random-people.ts';
import { randomWorld, type World, worldNow } from '../../testing/random/random-world.ts';
import { type Random, randomOf } from '../../testing/random/seeded-random.ts';
import { asRecorded } from '../../testing/recorded-events.ts';
import { adamId, applicationId, orgId } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
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

const first = Date.parse('2026-03-01T00:00:00.000Z');

function randomRequest(random: Random, { people }: World): RequestedReport {
  const timeZone = random.pick(['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu']);
  const anyDay = (): number => {
    // Ranges that begin or end on a day with a first launch show in which time zone that day is counted.
    const came = installDay(random.pick(people.filter(({ id }) => id.startsWith('person'))), timeZone);
    return random.next() < 0.6 ? (Date.parse(came) - first) / 86_400_000 : random.upTo(24) - 3;
  };
  const days = [anyDay(), anyDay()].sort((a, b) => a - b);
  const [from = '', to = ''] = days.map((day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10));
  const week = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10);
  const reach = random.next();
  return {
    // Some ranges are a week, some begin before anything is known by day.
    ...(reach < 0.2 ? { from, to: week } : reach < 0.5 ? { from: '2025-12-02', to } : { from, to }),
    status: random.pick(['all', 'all', 'active', 'paused'] as const),
    timeZone,
    currency: random.pick(['USD', 'EUR', 'GBP', 'JPY']),
    smallBusiness: random.next() < 0.5,
    countries: random.pick([null, null, ['US'], ['DE', 'JP']]),
    claimType: random.pick(['click', 'view', 'total'] as const),
    campaignIds: null,
    adGroupId: null,
  };
}

function questionOf(request: RequestedReport): ReportQuestion {
  const { from, to, countries, claimType, status, timeZone, currency, smallBusiness } = request;
  return {
    scope: {
      applicationId,
      adamId,
      orgId,
      orgCurrency: 'EUR',
      linkedOrgIds: [orgId],
      timeZone,
      currency,
      smallBusiness,
    },
    from,
    to,
    countries,
    claimType,
    status,
    now: new Date(worldNow),
  };
}

/**
 * Equal to a billionth of the value; sums of the same numbers in another order differ in the last binary digits. Hundreds of thousands
 * of values are compared, so an assertion is made only of one that differs.
 */
function expectClose(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number') {
    if (!isClose(actual, expected)) expect.fail(`${path}: ${String(actual)} for ${expected}`);
  } else if (typeof expected === 'object' && expected !== null) {
    const names = Object.keys(expected);
    if (!hasExactly(actual, names)) expect(Object.keys(actual ?? {}).sort(), path).toEqual(names.sort());
    for (const name of names) {
      const value = (expected as Record<string, unknown>)[name];
      expectClose((actual as Record<string, unknown> | undefined)?.[name], value, `${path}.${name}`);
    }
  } else if (!Object.is(actual, expected)) expect(actual, path).toEqual(expected);
}

/** A difference of two sums may be nothing at all, of which there is no billionth. */
const isClose = (actual: unknown, expected: number): boolean =>
  typeof actual === 'number' && Math.abs(actual - expected) / Math.max(1e-3, Math.abs(expected)) < 1e-9;

const hasExactly = (actual: unknown, names: readonly string[]): boolean =>
  typeof actual === 'object' &&
  actual !== null &&
  Object.keys(actual).length === names.length &&
  names.every((name) => Object.hasOwn(actual, name));

interface ReportResult {
  readonly rows: readonly Row[];
  readonly totals: object;
  readonly warning?: string;
}
type Row = Record<string, unknown> & { id?: number | string };

/** What has been compared; without all of it the worlds would prove less than they say. */
const seen = new Set<string>();

/** Every cell of every row, and every total. */
function expectRows(actual: ReportResult, expected: RowsOf, request: RequestedReport, path: string): void {
  const byId = new Map(actual.rows.map((row) => [String(row.id), row]));
  expect([...byId.keys()].sort(), path).toEqual([...expected.keys()].sort());
  for (const [id, { cells, products, identity }] of expected) {
    expectClose({ ...byId.get(id), id }, { id, ...identity, ...cells, products }, `${path} ${id}`);
    if ('maturity' in identity) seen.add(identity.maturity === null ? 'no maturity' : 'maturity');
    if ('status' in identity) seen.add(`${identity.status} under ${request.status}`);
  }
  const ofKeywords = path.includes('keyword');
  const counted = [...expected].filter(([id]) => path !== 'campaign' || Number(id) > 0).map(([, row]) => row);
  const { cells, products } = expectedTotals(counted, request, ofKeywords);
  expectClose(actual.totals, { ...cells, products }, `${path} totals`);
}

function expectWarning(actual: string | undefined, expected: string | undefined, path: string): void {
  expect(actual, path).toBe(expected);
  for (const kind of kindsOfWarning) if (expected?.includes(kind)) seen.add(kind);
}

const kindsOfWarning = [
  'came from ad organizations that are not linked',
  'of unknown users',
  'VAT is not known for XK',
  'rate for TWD',
  'no known price and',
  'known by day from 1 Mar 2026 on',
  'are based on little data',
];

/** Notes when a person counts, or not, only because a day at an end of the range is not that of UTC. */
function noteCalendar(world: World, request: RequestedReport): void {
  for (const person of chosen(world, { ...request, from: '2026-01-01', to: '2026-04-01' }).people) {
    const here = installDay(person, request.timeZone);
    const inUtc = installDay(person, 'UTC');
    if (here >= request.from !== inUtc >= request.from) seen.add('a first day that is not that of UTC');
    if (here <= request.to !== inUtc <= request.to) seen.add('a last day that is not that of UTC');
  }
}

async function checkLevels(
  client: ClickHouseClient,
  world: World,
  request: RequestedReport,
  random: Random,
): Promise<void> {
  const campaignId = 1 + random.upTo(3);
  const adGroupId = campaignId * 10 + random.upTo(2);
  const granularity = random.pick(['day', 'week', 'month'] as const);
  for (const level of ['campaign', 'ad_group', 'keyword'] as const) {
    const within: RequestedReport = {
      ...request,
      campaignIds: level === 'campaign' ? null : [campaignId],
      adGroupId: level === 'keyword' ? adGroupId : null,
    };
    const question = { ...questionOf(within), campaignId, adGroupId };
    const report = await levels[level].report(client, question);
    const rows = expectedObjects(world, level, within);
    expectRows(report, rows, within, level);
    const inRow = (person: Person) => rows.has(String(personId(person, level)));
    expectWarning(report.warning, expectedWarning(world, within, level === 'campaign', inRow), level);
    if (chosen(world, within).people.some((person) => !inRow(person))) seen.add('people the status hides');
    const series = await levels[level].series(client, { ...question, granularity });
    const buckets = expectedSeries(world, level, within, granularity);
    const actual = Object.fromEntries(series.items.map((item) => [item.id, item.granularity]));
    expectClose(actual, Object.fromEntries(buckets), `${level} by ${granularity}`);
    const inLine = (person: Person) => buckets.has(String(personId(person, level)));
    expectWarning(series.warning, expectedWarning(world, within, false, inLine), `${level} by ${granularity}`);
  }
}

async function checkWholes(
  client: ClickHouseClient,
  world: World,
  request: RequestedReport,
  random: Random,
): Promise<void> {
  const campaignIds = random.pick([[1, 2, 3], [1, 2], [2], [3]]);
  const within: RequestedReport = { ...request, campaignIds };
  const keywords = await allKeywordsReport(client, { ...questionOf(within), campaignIds });
  const rowsOfAll = expectedObjects(world, 'keyword', within);
  expectRows(keywords, rowsOfAll, within, 'all keywords');
  const inRow = (person: Person) => rowsOfAll.has(String(personId(person, 'keyword')));
  expectWarning(keywords.warning, expectedWarning(world, within, false, inRow), 'all keywords');
  await checkGroups(client, world, within);
  // Rows that are no objects of ads have no status that could be asked for.
  const whole: RequestedReport = { ...request, status: 'all' };
  const countries = await countryReport(client, questionOf(request));
  expectRows(countries, expectedCountries(world, whole), whole, 'countries');
  expectWarning(countries.warning, expectedWarning(world, whole, false), 'countries');
  const { scope, now } = questionOf(request);
  const { currency, claimType } = request;
  const question = { scopes: [scope], year: 2026, countries: request.countries, claimType, now, currency };
  const months = await monthlyReport(client, question);
  const year: RequestedReport = { ...whole, from: '2026-01-01', to: '2026-03-31' };
  const rows = months.rows.map((row) => ({ ...row, id: row.month }));
  expectRows({ ...months, rows }, expectedMonths(world, year), year, 'months');
  expectWarning(months.warning, expectedWarning(world, year, false), 'months');
}

/** Keywords of one text and match type together: made again from what happened, never from the rows. */
async function checkGroups(client: ClickHouseClient, world: World, request: RequestedReport): Promise<void> {
  const question = { ...questionOf(request), campaignIds: request.campaignIds ?? [], group: 'keyword' } as const;
  const report = await allKeywordsReport(client, question);
  const rows = expectedObjects(world, 'keyword', request);
  const groups = expectedGroups(world, rows, request);
  for (const { group_id, ...row } of report.rows.filter(({ id }) => Number(id) >= 0)) {
    const group = [...groups].find(([, { members }]) => members.includes(String(row.id)));
    expect(group_id, `group of ${row.id}`).toBe(group === undefined ? null : Number(group[0]));
  }
  const made = report.rows.filter(({ id }) => Number(id) < 0);
  expect(made.map(({ id }) => String(id)).sort()).toEqual([...groups.keys()].sort());
  for (const row of made) {
    const { cells, products, identity } = groups.get(String(row.id)) ?? {};
    expectClose(
      { ...row, id: String(row.id) },
      { id: String(row.id), ...identity, ...cells, products },
      `group ${row.id}`,
    );
    seen.add('a group of keywords');
  }
  const plain = expectedTotals([...rows.values()], request, true);
  expectClose(report.totals, { ...plain.cells, products: plain.products }, 'totals beside groups');
}

describe('reports', () => {
  it.each([10, 13])(
    'say what happened in random world %i, in every call and column',
    async (seed) => {
      const random = randomOf(seed * 1000);
      const world = randomWorld(seed);
      const client = await tables.emptyTables();
      await writeInBatches(client, asRecorded(world.events), [1 + random.upTo(40), 1, 400]);
      for (let round = 0; round < 2; round += 1) {
        const question = randomRequest(random, world);
        noteCalendar(world, question);
        await checkLevels(client, world, question, random);
        await checkWholes(client, world, question, random);
      }
    },
    300_000,
  );

  it('were compared in each of their forms', () => {
    const running = [
      'RUNNING under all',
      'RUNNING under active',
      'AD_GROUP_ON_HOLD under all',
      'AD_GROUP_ON_HOLD under active',
    ];
    const others = [
      'PAUSED under all',
      'PAUSED under paused',
      'DELETED under all',
      'UNKNOWN under all',
      'null under all',
    ];
    const forms = [
      'people the status hides',
      'a group of keywords',
      ...kindsOfWarning,
      ...running,
      ...others,
      'maturity',
      'no maturity',
      'a first day that is not that of UTC',
      'a last day that is not that of UTC',
    ];
    expect([...seen].sort()).toEqual(forms.sort());
  });
});
