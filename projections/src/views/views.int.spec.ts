import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../../../tests/contract/clickhouse/http-exchange.ts';
import { campaignReport } from '../queries.ts';
import { monthFigures, searchTerms, shares } from '../testing/ads-extra-events.ts';
import { randomWorld, worldNow } from '../testing/random/random-world.ts';
import { asRecorded } from '../testing/recorded-events.ts';
import { adamId, applicationId, campaign, figures, orgId, rates } from '../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../testing/tables-under-test.ts';
import { sqlExamples } from './example.queries.ts';
import { analystViews, scopeStatements, sourceFilters } from './scope-statements.queries.ts';
import { tableDecisions } from './table-decisions.ts';
import type { ViewScope } from './view-scope.ts';

const password = 'secret';
const passwordHash = createHash('sha256').update(password).digest('hex');

let tables: TablesUnderTest;
let client: ClickHouseClient;
let database: string;
beforeAll(async () => {
  tables = await startTables();
  client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(randomWorld(11).events), [500]);
  database = await databaseOf(client);
});
afterAll(() => tables.stop());

async function databaseOf(of: ClickHouseClient): Promise<string> {
  const result = await of.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
  return (await result.json<{ name: string }>())[0]?.name ?? '';
}

function scopeOf(currency: string, timeZone: string, application = applicationId, ofTables = database): ViewScope {
  return {
    database: 'team_7',
    tables: ofTables,
    applications: [
      {
        application_id: application,
        adam_id: adamId,
        name: "Ann's \\ app",
        currency,
        small_business: true,
        org_ids: [orgId],
      },
    ],
    organizations: [{ org_id: orgId, name: 'Acme', currency: 'EUR', time_zone: timeZone }],
  };
}

async function declare(name: string, scope: ViewScope): Promise<(sql: string) => Promise<Record<string, unknown>[]>> {
  for (const statement of scopeStatements(scope, { name, passwordHash }, { seconds: 30 })) {
    const { status, text } = await exchange(tables.url, { method: 'POST', body: statement });
    expect(status, `${text} ${statement}`).toBe(200);
  }
  return async (sql) => {
    const headers = { 'X-ClickHouse-User': name, 'X-ClickHouse-Key': password, 'X-ClickHouse-Format': 'JSON' };
    const { status, text } = await exchange(tables.url, {
      method: 'POST',
      params: { database: 'team_7' },
      headers,
      body: sql,
    });
    expect(status, `${text} ${sql}`).toBe(200);
    return JSON.parse(text).data;
  };
}

describe('the views of analysts', () => {
  it('are decided for every table, and are what is written down', async () => {
    const schema = join(import.meta.dirname, '../../schema');
    const texts = readdirSync(schema).map((file) => readFileSync(join(schema, file), 'utf8'));
    const made = texts.flatMap((text) =>
      [...text.matchAll(/CREATE TABLE IF NOT EXISTS \{database\}\.(\w+)/g)].map(([, name]) => name),
    );
    expect(Object.keys(tableDecisions).sort()).toEqual(made.sort());
    const scope = scopeOf('USD', 'UTC');
    const golden = {
      views: Object.fromEntries(analystViews.map(({ name, comment, columns }) => [name, { comment, columns }])),
      rights: Object.fromEntries(sourceFilters(scope).map(({ table, filter }) => [table, filter])),
    };
    await expect(`${JSON.stringify(golden, null, 2)}\n`).toMatchFileSnapshot('views.golden.json');
    for (const { filter } of sourceFilters(scope))
      expect(filter).toMatch(/^(1|(\w+ IN \(\d+(, \d+)*\)( AND (?=\w))?)+)$/);
    const reader = /SQL SECURITY DEFINER AS/;
    for (const text of scopeStatements(scope, { name: 'sql_a', passwordHash }, { seconds: 30 })) {
      if (text.includes(' VIEW ')) expect(text).toMatch(reader);
    }
  });

  it('answer in the types and with the comments they are declared with', async () => {
    const ask = await declare('sql_types', scopeOf('USD', 'Europe/Berlin'));
    const columns = await ask(
      "SELECT table, name, type, comment FROM system.columns WHERE database = 'team_7' ORDER BY table, position",
    );
    const declared = analystViews
      .flatMap((view) => view.columns.map(([name, type, comment]) => ({ table: view.name, name, type, comment })))
      .sort((a, b) => (a.table < b.table ? -1 : a.table > b.table ? 1 : 0));
    expect(columns).toEqual(declared);
    for (const { name } of analystViews) await ask(`SELECT * FROM ${name} LIMIT 3`);
    expect(await ask('SELECT name FROM applications')).toEqual([{ name: "Ann's \\ app" }]);
    const [counts] =
      await ask(`SELECT (SELECT count() FROM charges) AS charges, (SELECT count() FROM subscriptions) AS subscriptions,
      (SELECT count() FROM installs) AS installs, (SELECT count() FROM ads_by_day) AS ads, (SELECT count() FROM keywords) AS keywords,
      (SELECT countIf(isNull(income)) FROM charges) AS unknown`);
    for (const [name, count] of Object.entries(counts ?? {})) expect(Number(count), name).toBeGreaterThan(0);
  });

  it('answer every example of the docs, as if asked at the end of the world’s time', async () => {
    const ask = await declare('sql_examples', scopeOf('USD', 'UTC'));
    const now = new Date(worldNow).toISOString();
    const counts: Record<string, number> = {};
    for (const { title, text } of sqlExamples) {
      const then = text
        .replaceAll('today()', `toDate('${now.slice(0, 10)}')`)
        .replaceAll('now()', `toDateTime64('${now.slice(0, 19).replace('T', ' ')}', 3, 'UTC')`)
        .replace('\nFORMAT Parquet', '');
      counts[title] = (await ask(then)).length;
    }
    // The random world has no changed settings and no search terms near its end.
    const checked = Object.entries(counts).filter(([title]) => !/^(Changes|Search terms)/.test(title));
    expect(checked).toHaveLength(sqlExamples.length - 2);
    for (const [title, rows] of checked) expect(rows, title).toBeGreaterThan(0);
  });

  it('show another application nothing', async () => {
    const ask = await declare('sql_other', scopeOf('USD', 'UTC', applicationId + 1));
    for (const name of ['ads_by_day', 'installs', 'charges', 'subscriptions', 'search_terms_by_day', 'models']) {
      expect(await ask(`SELECT count() AS rows FROM ${name}`), name).toEqual([{ rows: 0 }]);
    }
  });

  it.each([
    ['USD', 'Pacific/Auckland'],
    ['JPY', 'America/Los_Angeles'],
  ])('add up to the totals of campaigns in %s with days of %s', async (currency, timeZone) => {
    const ask = await declare(`sql_${currency}`, scopeOf(currency, timeZone));
    const range = { from: '2026-03-01', to: '2026-03-19' };
    const { totals } = await campaignReport(client, {
      scope: {
        applicationId,
        adamId,
        orgId,
        orgCurrency: 'EUR',
        linkedOrgIds: [orgId],
        timeZone,
        currency,
        smallBusiness: true,
      },
      ...range,
      countries: null,
      claimType: 'total',
      status: 'all',
      now: new Date(worldNow),
    });
    const [sums] = await ask(`SELECT
      (SELECT (sum(spend), sum(impressions), sum(taps), sum(installs)) FROM ads_by_day
        WHERE day BETWEEN '${range.from}' AND '${range.to}') AS ads,
      (SELECT sum(income) FROM charges WHERE cohort_day BETWEEN '${range.from}' AND '${range.to}'
        AND install_state IN ('attributed') AND org_id IN (SELECT org_id FROM ad_organizations)) AS income`);
    const cents = (amount: unknown): number => Math.round(Number(amount) * 100) / 100;
    const { ads: [spend, ...counts] = [], income } = (sums ?? {}) as { ads?: number[]; income?: number };
    expect([cents(spend), cents(income)]).toEqual([cents(totals.spend), cents(totals.current_income)]);
    expect(counts).toEqual([totals.impressions, totals.taps, totals.installs]);
    expect(income).toBeGreaterThan(1);
  });

  it('name the figures of each row that could not be read, in every view of figures', async () => {
    const other = await tables.emptyTables();
    const day = '2026-03-10';
    const ids = { ad_group_id: 11, keyword_id: 111 };
    const row = { impressions: 9, unread: ['taps' as const, 'view_installs' as const, 'spend_micros' as const] };
    const whole = { country: 'DE', impressions: 9, spend_micros: 2_000_000 };
    const events = [
      rates(day, { USD: 1 }),
      campaign(1),
      ...(['campaign', 'ad_group', 'keyword'] as const).map((level) =>
        figures(level, 1, day, [
          { ...ids, ...row },
          { ...ids, ...whole },
        ]),
      ),
      monthFigures('2025-01-01', [row, whole]),
      searchTerms(1, day, [row, whole]),
    ];
    await writeInBatches(other, asRecorded(events), [100]);
    const ask = await declare('sql_unread', scopeOf('EUR', 'UTC', applicationId, await databaseOf(other)));
    for (const view of analystViews.filter(({ columns }) => columns.some(([name]) => name === 'impressions'))) {
      const rows = await ask(`SELECT spend, unread_figures FROM ${view.name} ORDER BY country`);
      const unread_figures = ['taps', 'view_installs', 'installs', 'spend', 'spend_original'];
      expect(rows, view.name).toMatchObject([
        { spend: 2, unread_figures: [] },
        { spend: null, unread_figures },
      ]);
    }
  });

  it('hold installs by kind and pre-orders of objects, and shares of all slots; null is not known', async () => {
    const other = await tables.emptyTables();
    const before = '2026-03-09';
    const day = '2026-03-10';
    const ids = { ad_group_id: 11, keyword_id: 111 };
    const counts = { impressions: 9, tap_installs: 4, view_installs: 2 };
    const downloads = { tap_new_downloads: 3, tap_redownloads: 1, view_new_downloads: 2, tap_pre_orders: 5 };
    const counted = { ...counts, country: 'DE', downloads };
    const all_slots = { low_share: 0.25, high_share: 0.3 };
    const events = [
      campaign(1),
      ...(['campaign', 'ad_group', 'keyword'] as const).map((level) =>
        figures(level, 1, day, [
          { ...ids, ...counts },
          { ...ids, ...counted },
        ]),
      ),
      monthFigures('2025-01-01', [counts, counted]),
      shares(before, [{ search_term: 'k', low_share: 0.4, high_share: 0.4 }]),
      shares(day, [{ search_term: 'k', all_slots }]),
    ];
    await writeInBatches(other, asRecorded(events), [100]);
    const ask = await declare('sql_downloads', scopeOf('EUR', 'UTC', applicationId, await databaseOf(other)));
    for (const view of analystViews.filter(({ columns }) => columns.some(([name]) => name === 'redownloads'))) {
      expect(await ask(`SELECT * FROM ${view.name} ORDER BY country`), view.name).toMatchObject([
        {
          tap_new_downloads: 3,
          view_new_downloads: 2,
          new_downloads: 5,
          tap_redownloads: 1,
          view_redownloads: 0,
          redownloads: 1,
          tap_pre_orders: 5,
          view_pre_orders: 0,
          pre_orders: 5,
        },
        { tap_new_downloads: null, new_downloads: null, redownloads: null, view_pre_orders: null, pre_orders: null },
      ]);
    }
    expect(
      await ask(
        'SELECT low_share, high_share, all_slots_low_share, all_slots_high_share FROM impression_share_by_day ORDER BY day',
      ),
    ).toEqual([
      { low_share: 0.4, high_share: 0.4, all_slots_low_share: null, all_slots_high_share: null },
      { low_share: 0, high_share: 0, all_slots_low_share: 0.25, all_slots_high_share: 0.3 },
    ]);
  });
});
