import { type ClickHouseClient, openClickHouse } from '@tapwise/adapters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignReport, keywordReport, keywordSeries, monthlyReport, type ReportQuestion } from '../../../queries.ts';
import { expectSame } from '../../../testing/expect-same.ts';
import { randomWorld, worldNow } from '../../../testing/random/random-world.ts';
import { asRecorded, type StreamEvent } from '../../../testing/recorded-events.ts';
import { adamId, applicationId, orgId } from '../../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../../testing/tables-under-test.ts';
import { installEventTypes } from '../../../writing/cohort/install-state.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const scope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  linkedOrgIds: [orgId],
  timeZone: 'UTC',
  currency: 'USD',
  smallBusiness: false,
};
const now = new Date(worldNow);
const question: ReportQuestion = {
  scope,
  from: '2026-03-01',
  to: '2026-03-18',
  countries: null,
  claimType: 'total',
  status: 'all',
  now,
  campaignId: 1,
  adGroupId: 10,
};

async function readReports(client: ClickHouseClient): Promise<object> {
  const reports = {
    campaigns: await campaignReport(client, question),
    keywords: await keywordReport(client, question),
    series: await keywordSeries(client, { ...question, granularity: 'day' }),
    months: await monthlyReport(client, {
      scopes: [scope],
      year: 2026,
      countries: null,
      claimType: 'total',
      now,
      currency: 'USD',
    }),
  };
  // The usual course of income is remembered for an hour, whatever comes.
  const without = (name: string, value: unknown): unknown =>
    name === 'maturity' ? undefined : typeof value === 'bigint' ? String(value) : value;
  return JSON.parse(JSON.stringify(reports, without)) as object;
}

/** The names of a client's statements, in their order. */
function namesOf(client: ClickHouseClient): string[] {
  const names: string[] = [];
  const exec = client.exec.bind(client);
  client.exec = ((statement) => {
    const comment = JSON.parse(String(statement.clickhouse_settings?.log_comment)) as { query: string };
    names.push(comment.query);
    return exec(statement);
  }) as typeof client.exec;
  return names;
}

const isRates = ({ event }: StreamEvent): boolean => event.type.startsWith('ExchangeRate');
const isOfInstalls = ({ event }: StreamEvent): boolean => (installEventTypes as readonly string[]).includes(event.type);

/** Writes steps one after the other; after each, answers are those of a client that remembers nothing. */
async function expectCurrentReports(client: ClickHouseClient, steps: readonly (readonly StreamEvent[])[]) {
  const named = await client.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
  const [{ name }] = (await named.json<{ name: string }>()) as [{ name: string }];
  const address = new URL(tables.url);
  address.pathname = `/${name}`;
  const recorded = asRecorded(steps.flat());
  let written = 0;
  for (const { length } of steps) {
    await writeInBatches(client, recorded.slice(written, written + length), [length]);
    written += length;
    const forgetful = openClickHouse(address.toString());
    expectSame(await readReports(client), await readReports(forgetful), 'reports');
    await forgetful.close();
  }
}

it('remembers what the ad service showed and what users bought until any of it changes, and not a moment longer', async () => {
  const client = await tables.emptyTables();
  const { events } = randomWorld(11);
  // Rates first, since new ones make everything be read again; then a quarter of each kind of event at a time.
  const others = events.filter((event) => !isRates(event));
  const [first = [], ...later] = [0, 1, 2, 3].map((quarter) => others.filter((_, index) => index % 4 === quarter));
  await expectCurrentReports(client, [[...events.filter(isRates), ...first], ...later]);
  const statements = namesOf(client);
  await campaignReport(client, question);
  await keywordReport(client, question);
  expect(statements).toContain('report-people');
  const remembered = /report-(ads|campaigns|ad-groups|keywords|match|impression|income|subscriptions)/;
  expect(statements.filter((statement) => remembered.test(statement))).toEqual([]);
});

it('forgets what users bought when it is found out which ad brought them', async () => {
  const { events } = randomWorld(11);
  const steps = [events.filter((event) => !isOfInstalls(event)), events.filter(isOfInstalls)];
  await expectCurrentReports(await tables.emptyTables(), steps);
});
