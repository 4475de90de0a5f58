import type { ClickHouseClient } from '@tapwise/adapters';
import {
  adsExtraPullStream,
  adsMonthStream,
  type DomainEventOf,
  type DomainEventType,
  impressionShareStream,
  searchTermStream,
  storeDayStream,
  storeReportsPullStream,
} from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { applicationId, orgId } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';

type Data<Type extends DomainEventType> = DomainEventOf<Type>['data'];

let tables: TablesUnderTest;
let client: ClickHouseClient;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  client = await tables.emptyTables();
});

const ids = { application_id: applicationId, org_id: orgId };
const day = '2026-03-02';
const pulled_at = '2026-03-03T10:00:00.000Z';
const figures = (impressions: number) => ({
  impressions,
  taps: 4,
  tap_installs: 2,
  view_installs: 1,
  spend_micros: 1_500_000,
});

const month = (rows: Data<'AdsMonthRowsRecorded'>['rows'], of = '2025-06-01'): StreamEvent => ({
  stream: adsMonthStream(applicationId, orgId, of),
  event: { type: 'AdsMonthRowsRecorded', data: { ...ids, month: of, currency: 'RMB', pulled_at, rows } },
});
const terms = (rows: Data<'SearchTermRowsRecorded'>['rows']): StreamEvent => ({
  stream: searchTermStream(applicationId, orgId, day),
  event: { type: 'SearchTermRowsRecorded', data: { ...ids, campaign_id: 3, day, currency: 'USD', pulled_at, rows } },
});
const shares = (rows: Data<'ImpressionShareRecorded'>['rows']): StreamEvent => ({
  stream: impressionShareStream(applicationId, orgId, day),
  event: { type: 'ImpressionShareRecorded', data: { ...ids, day, pulled_at, rows } },
});
const sales = (
  rows: Data<'StoreSalesRecorded'>['rows'],
  set_aside: Data<'StoreSalesRecorded'>['set_aside'] = [],
  of = day,
): StreamEvent => ({
  stream: storeDayStream(applicationId, of),
  event: { type: 'StoreSalesRecorded', data: { application_id: applicationId, day: of, pulled_at, rows, set_aside } },
});

const sale = (units: number): Data<'StoreSalesRecorded'>['rows'][number] => ({
  country: 'DE',
  device: 'iPhone',
  kind: 'subscription',
  product_id: 'monthly',
  store_item_id: 6,
  order_kind: 'refund',
  units,
  proceeds_micros: units * 6_990_000,
  proceeds_currency: 'EUR',
  price_micros: units * 9_990_000,
  price_currency: 'EUR',
});

/** Months that were recorded without them. */
const unknownDownloads = {
  tap_new_downloads: null,
  view_new_downloads: null,
  tap_redownloads: null,
  view_redownloads: null,
  tap_pre_orders: null,
  view_pre_orders: null,
};

const write = (...events: StreamEvent[]) => writeInBatches(client, asRecorded(events), [100]);

/** All rows of a table without its bookkeeping. */
async function rowsOf(table: string): Promise<object[]> {
  const resultSet = await client.query({
    query: `SELECT * EXCEPT (log_position, recorded_at) FROM ${table} FINAL`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return resultSet.json<object>();
}

describe('what partners report', () => {
  it('by month becomes one row per campaign and country, in a currency with a published rate', async () => {
    await write(month([{ campaign_id: 3, country: 'US', ...figures(10) }]));
    await writeInBatches(client, asRecorded([month([{ campaign_id: 3, country: 'US', ...figures(12) }])], 900), [1]);
    expect(await rowsOf('ads_performance_per_month_v1')).toEqual([
      {
        ...ids,
        campaign_id: 3,
        country: 'US',
        month: '2025-06-01',
        currency: 'CNY',
        ...figures(12),
        ...unknownDownloads,
        unread: 0,
      },
    ]);
  });

  it('of search terms becomes one row per term, keyword and country', async () => {
    const term = { ad_group_id: 31, keyword_id: 0, text: 'rain', source: 'AUTO', country: 'US' };
    await write(
      terms([
        { ...term, ...figures(10) },
        { ...term, text: '', ...figures(3) },
      ]),
    );
    const rows = await rowsOf('search_term_per_day_v1');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ ...ids, campaign_id: 3, day, currency: 'USD', ...term, ...figures(10), unread: 0 });
  });

  it('of impression shares becomes one row per term and country, and the newest wins', async () => {
    const share = { country: 'US', search_term: 'rain', low_share: 0.21, high_share: 0.3, rank: 2, popularity: 4 };
    await write(shares([share]), shares([{ ...share, low_share: 0, high_share: 0, rank: 6 }]));
    expect(await rowsOf('impression_share_per_day_v1')).toEqual([
      { ...ids, day, ...share, low_share: 0, high_share: 0, rank: 6, all_slots_low_share: 0, all_slots_high_share: 0 },
    ]);
  });

  it('of sales keeps refunds negative, and counts what was set aside until it is corrected', async () => {
    await write(sales([sale(-2)], [{ reason: 'unknown_currency', rows: 3 }]));
    expect(await rowsOf('store_sales_per_day_v1')).toEqual([{ application_id: applicationId, day, ...sale(-2) }]);
    const counted = { application_id: applicationId, day, report: 'sales', reason: 'unknown_currency' };
    expect(await rowsOf('store_set_aside_per_day_v1')).toMatchObject([{ ...counted, rows: 3 }]);
    await writeInBatches(client, asRecorded([sales([], [{ reason: 'unknown_currency', rows: 0 }])], 900), [1]);
    expect(await rowsOf('store_set_aside_per_day_v1')).toMatchObject([{ ...counted, rows: 0 }]);
  });

  it('of sales that are set aside keeps their money, and days whose reports are missing until they are in', async () => {
    const aside = { reason: 'unreadable' as const, rows: 3, rows_without_money: 1 };
    const money = [
      { currency: 'EUR', proceeds_micros: 5, price_micros: 0 },
      { currency: 'ZZQ', proceeds_micros: -7, price_micros: 9 },
    ];
    await write(sales([], [{ ...aside, money }]));
    expect(await rowsOf('store_set_aside_per_day_v1')).toEqual([
      {
        application_id: applicationId,
        day,
        report: 'sales',
        ...aside,
        currencies: ['EUR', 'ZZQ'],
        proceeds_micros: [5, -7],
        price_micros: [0, 9],
      },
    ]);
    const identity = { application_id: applicationId, vendor_number: '8' };
    const stream = storeReportsPullStream(applicationId);
    const missing = { day, reason: 'missing_column' as const, columns: ['Units'] };
    const data = {
      ...identity,
      checked_at: pulled_at,
      days: [missing, { day: '2026-03-01', reason: 'unreadable' as const }],
    };
    await write({ stream, event: { type: 'StoreReportDaysPending', data } });
    const completed = { ...identity, pulled_at, days: ['2026-03-01'], app_sku: null, empty_days: [] };
    const inAgain: StreamEvent = { stream, event: { type: 'StoreReportsPullCompleted', data: completed } };
    await writeInBatches(client, asRecorded([inAgain], 900), [1]);
    const rows = await rowsOf('store_day_pending_v1');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ application_id: applicationId, ...missing });
    expect(rows).toContainEqual({ application_id: applicationId, day: '2026-03-01', reason: '', columns: [] });
  });

  it('of subscriptions becomes one row per product, device and country', async () => {
    const row = {
      country: 'US',
      device: 'iPad',
      store_item_id: 6,
      name: 'Monthly',
      group_id: 'g',
      duration: '1 Month',
      active: 40,
      trials: 5,
      paid_introductions: 1,
      offers: 2,
      billing_retry: 3,
      grace_period: 4,
    };
    const report = { application_id: applicationId, day, pulled_at, rows: [row], set_aside: [] };
    await write({
      stream: storeDayStream(applicationId, day),
      event: { type: 'StoreSubscriptionsRecorded', data: report },
    });
    expect(await rowsOf('store_subscriptions_per_day_v1')).toEqual([{ application_id: applicationId, day, ...row }]);
  });

  it('of a day or month that does not exist is parked', async () => {
    await write(sales([sale(1)], [], '2026-02-30'), month([], '2025-06-02'));
    expect(await rowsOf('store_sales_per_day_v1')).toEqual([]);
    expect(await rowsOf('parked_stream_v1')).toHaveLength(2);
  });
});

describe('finished pulls', () => {
  it('say how fresh search terms, impression shares and store reports are', async () => {
    const pull = (subject: Data<'AdsExtraPullCompleted'>['subject']): StreamEvent => ({
      stream: adsExtraPullStream(applicationId, orgId),
      event: { type: 'AdsExtraPullCompleted', data: { ...ids, subject, pulled_at, from_day: day, to_day: day } },
    });
    const store = { application_id: applicationId, vendor_number: '8', pulled_at, days: [day], app_sku: null };
    await write(pull('months'), pull('search_terms'), pull('impression_share'), {
      stream: storeReportsPullStream(applicationId),
      event: { type: 'StoreReportsPullCompleted', data: store },
    });
    const fresh_at = '2026-03-03 10:00:00.000';
    const rows = (await rowsOf('source_freshness_v1')) as { source: string }[];
    expect(rows.sort((a, b) => (a.source < b.source ? -1 : 1))).toEqual([
      { ...ids, source: 'impression_share', fresh_at },
      { ...ids, source: 'search_terms', fresh_at },
      { ...ids, org_id: 0, source: 'store_reports', fresh_at },
    ]);
  });
});
