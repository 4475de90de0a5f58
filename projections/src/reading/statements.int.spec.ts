import type { ClickHouseClient } from '@tapwise/adapters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projections } from '../projection-list.ts';
import {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  countryReport,
  countryValues,
  keywordImpressions,
  keywordReport,
  monthlyReport,
  pageFigures,
  productCurves,
  productPrices,
  type ReportScope,
  termFigures,
} from '../queries.ts';
import { writeCheckpoints } from '../tables/checkpoint.queries.ts';
import { startTables, type TablesUnderTest } from '../testing/tables-under-test.ts';

let tables: TablesUnderTest;
let client: ClickHouseClient;
beforeAll(async () => {
  tables = await startTables();
  client = await tables.emptyTables();
  const range = { from: 1n, to: 1n };
  await writeCheckpoints(client, projections, { range, recordedAt: new Date(0) });
});
afterAll(() => tables.stop());

const scope: ReportScope = {
  applicationId: 1,
  adamId: 2,
  orgId: 3,
  orgCurrency: 'USD',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  smallBusiness: false,
  linkedOrgIds: [3],
  firstSdkDay: '2026-01-01',
};
const question = {
  scope,
  countries: [],
  claimType: 'total',
  status: 'all',
  from: '2026-02-01',
  to: '2026-02-07',
  now: new Date('2026-02-08T12:00:00Z'),
} as const;
const products = { applicationId: 1, currency: 'EUR', smallBusiness: false, now: question.now };
const campaign = { applicationId: 1, orgId: 3, orgCurrency: 'USD', campaignId: 4 };
const days = { from: question.from, to: question.to };
/** What is asked, by the folder that its words are kept in. */
const questions = {
  reports: {
    campaigns: (at: ClickHouseClient) => campaignReport(at, question),
    ad_groups: (at: ClickHouseClient) => adGroupReport(at, { ...question, campaignId: 4 }),
    keywords: (at: ClickHouseClient) => keywordReport(at, { ...question, campaignId: 4, adGroupId: 5 }),
    all_keywords: (at: ClickHouseClient) => allKeywordsReport(at, { ...question, campaignIds: [4, 6] }),
    countries: (at: ClickHouseClient) => countryReport(at, question),
    months: (at: ClickHouseClient) => monthlyReport(at, { ...question, scopes: [scope], year: 2026, currency: 'EUR' }),
  },
  products: {
    products: (at: ClickHouseClient) => productPrices(at, products),
    countries: (at: ClickHouseClient) => countryValues(at, products),
    curves: (at: ClickHouseClient) => productCurves(at, { ...products, productId: 'monthly' }),
  },
  'search-terms': {
    year: (at: ClickHouseClient) => termFigures(at, campaign),
    days: (at: ClickHouseClient) => termFigures(at, campaign, days),
    keywords: (at: ClickHouseClient) =>
      keywordImpressions(at, { application_id: 1, org_id: 3, campaign_ids: [4], from: question.from }),
  },
  'product-pages': {
    pages: (at: ClickHouseClient) => pageFigures(at, { ...campaign, ...days }),
  },
} as const;

/** A client that keeps what it asks, by the name of the question. */
function recording(statements: Map<string, string>): ClickHouseClient {
  const recorder = Object.create(client) as ClickHouseClient;
  recorder.exec = ((statement) => {
    const { query: name } = JSON.parse(String(statement.clickhouse_settings?.log_comment)) as { query: string };
    statements.set(name, statement.query);
    return client.exec(statement);
  }) as ClickHouseClient['exec'];
  return recorder;
}

const pinned = Object.entries(questions).flatMap(([folder, byName]) =>
  Object.entries(byName).map(([name, ask]) => ({ folder, name, ask })),
);

it.each(pinned)('$folder: $name asks the tables in these words', async ({ folder, name, ask }) => {
  const statements = new Map<string, string>();
  await ask(recording(statements));
  expect(statements.size).toBeGreaterThan(0);
  const text = [...statements]
    .sort()
    .map(([title, sql]) => `-- ${title}\n${sql.trim()};\n`)
    .join('\n');
  await expect(text).toMatchFileSnapshot(`${folder}/statements/${name}.sql`);
});
