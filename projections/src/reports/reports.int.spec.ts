import type { ClickHouseClient } from '@tapwise/infra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adGroupReport, campaignReport, keywordReport } from '../queries.ts';
import { type ExpectedRow, expectedRows } from '../testing/expected-report.ts';
import { randomOf, randomWorld, type World, worldNow } from '../testing/random-world.ts';
import { asRecorded } from '../testing/recorded-events.ts';
import { adamId, applicationId, orgId } from '../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../testing/tables-under-test.ts';
import type { ReportQuestion } from './report.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const reports = { campaign: campaignReport, ad_group: adGroupReport, keyword: keywordReport } as const;

function randomQuestion(random: ReturnType<typeof randomOf>): ReportQuestion {
  const days = [1 + random.upTo(20), 1 + random.upTo(20)].sort((a, b) => a - b);
  const [from, to] = days.map((day) => `2026-03-${String(day).padStart(2, '0')}`);
  const campaignId = 1 + random.upTo(3);
  return {
    scope: {
      ...{ applicationId, adamId, orgId, orgCurrency: 'EUR', linkedOrgIds: [orgId] },
      timeZone: random.pick(['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu']),
      currency: random.pick(['USD', 'EUR', 'GBP', 'JPY']),
      smallBusiness: random.next() < 0.5,
    },
    ...{ from: from ?? '', to: to ?? '', status: 'all', campaignId, adGroupId: campaignId * 10 + random.upTo(2) },
    countries: random.pick([null, null, ['US'], ['DE', 'JP']]),
    claimType: random.pick(['click', 'view', 'total'] as const),
    now: new Date(worldNow),
  };
}

function expectSame(found: readonly object[], expected: readonly ExpectedRow[]): void {
  const byId = new Map(found.map((row) => [(row as { id: number }).id, row]));
  expect([...byId.keys()].sort((a, b) => a - b)).toEqual(expected.map((row) => row.id));
  for (const row of expected) expectClose(byId.get(row.id), row, `row ${row.id}`);
}

// Amounts are rounded to a millionth per charge, so sums agree to far less than a cent.
function expectClose(found: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number') {
    expect(found, path).toBeTypeOf('number');
    expect(Math.abs((found as number) - expected), `${path}: ${found} for ${expected}`).toBeLessThan(1e-3);
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [name, value] of Object.entries(expected)) {
      expectClose((found as Record<string, unknown>)[name], value, `${path}.${name}`);
    }
  } else expect(found, path).toEqual(expected);
}

describe('reports', () => {
  it.each([11, 12, 13])(
    'say what happened in random world %i, at every level',
    async (seed) => {
      const random = randomOf(seed * 1000);
      const world: World = randomWorld(seed);
      const client: ClickHouseClient = await tables.emptyTables();
      await writeInBatches(client, asRecorded(world.events), [1 + random.upTo(40), 1, 150]);
      for (let asked = 0; asked < 8; asked += 1) {
        const question = randomQuestion(random);
        for (const level of ['campaign', 'ad_group', 'keyword'] as const) {
          const report = await reports[level](client, question);
          const expected = expectedRows(world, level, question);
          expectSame(report.rows, expected);
          const counted = expected.filter((row) => row.id > 0 || level === 'keyword');
          for (const column of ['impressions', 'spend', 'first_launches', 'conversions', 'current_income'] as const) {
            const known = counted.flatMap((row) => row[column] ?? []);
            const sum = counted.length > 0 && known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
            expectClose(report.totals[column], sum, `${level} totals.${column}`);
          }
        }
      }
    },
    120_000,
  );
});
