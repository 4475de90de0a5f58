import { type ClickHouseClient, insertRows } from '@tapwise/adapters';
import { projections } from '@tapwise/projections';

/** How much is put into the tables of one tenant. */
export interface TenantSize {
  readonly applicationId: number;
  readonly orgId: number;
  readonly adamId: number;
  readonly installs: number;
  readonly subscriptions: number;
  readonly campaigns: number;
  readonly adGroupsPerCampaign: number;
  readonly keywordsPerAdGroup: number;
  /** Days of figures, up to the newest day. */
  readonly days: number;
  /** ISO 4217; of what is spent. */
  readonly currency: string;
}

/** The same with fewer rows, for trying the benchmark out. */
export const scaled = (size: TenantSize, share: number): TenantSize => ({
  ...size,
  installs: Math.round(size.installs * share),
  subscriptions: Math.round(size.subscriptions * share),
  days: Math.max(40, Math.round(size.days * share)),
});

/** A publisher with 20,000 keywords and a million installs, and one with next to nothing. */
export const bigTenant: TenantSize = {
  applicationId: 501,
  orgId: 50_001,
  adamId: 1_600_000_001,
  installs: 990_000,
  subscriptions: 297_000,
  campaigns: 20,
  adGroupsPerCampaign: 20,
  keywordsPerAdGroup: 49,
  days: 350,
  currency: 'EUR',
};
export const smallTenant: TenantSize = {
  applicationId: 502,
  orgId: 50_002,
  adamId: 1_600_000_002,
  installs: 10_000,
  subscriptions: 3000,
  campaigns: 4,
  adGroupsPerCampaign: 5,
  keywordsPerAdGroup: 20,
  days: 90,
  currency: 'EUR',
};

const countries = "['US','DE','GB','JP','FR','CA','AU','BR']";
const keywordsOf = (size: TenantSize): number => size.campaigns * size.adGroupsPerCampaign * size.keywordsPerAdGroup;
/** Ids of the k-th keyword's objects; k counts from 0. */
const ids = (size: TenantSize, k: string): string => {
  const perCampaign = size.adGroupsPerCampaign * size.keywordsPerAdGroup;
  const base = size.applicationId * 1_000_000;
  return `toUInt64(${base} + 1 + intDiv(${k}, ${perCampaign})) AS campaign_id,
    toUInt64(${base} + 1001 + intDiv(${k}, ${size.keywordsPerAdGroup})) AS ad_group_id, toUInt64(${base} + 100001 + ${k}) AS keyword_id`;
};
const marks = "toUInt64(1) AS log_position, now64(3, 'UTC') AS recorded_at";

/**
 * Fills empty tables inside the engine, without any event: figures by day of every level, installs spread over the days, and
 * subscriptions with up to four charges each.
 * @param today `YYYY-MM-DD`, the newest day.
 */
export async function fillTables(client: ClickHouseClient, size: TenantSize, today: string): Promise<void> {
  const run = (query: string) => client.command({ query, clickhouse_settings: { max_insert_threads: '1' } });
  const scope = `toUInt64(${size.applicationId}) AS application_id, toUInt64(${size.orgId}) AS org_id`;
  await run(`INSERT INTO campaign_current_v1 (org_id, campaign_id, adam_id, name, status, display_status, is_deleted, countries, supply_sources, currency, budget_micros, daily_budget_micros, modified_at, log_position, recorded_at)
    SELECT ${size.orgId}, ${size.applicationId * 1_000_000 + 1} + number, ${size.adamId}, concat('Campaign ', toString(number)), 'ENABLED', 'RUNNING', false, ${countries}, [], '${size.currency}', NULL, 100000000, now64(3, 'UTC'), 1, now64(3, 'UTC')
    FROM numbers(${size.campaigns})`);
  await run(`INSERT INTO ad_group_current_v1 (org_id, campaign_id, ad_group_id, name, status, display_status, is_deleted, default_bid_micros, cpa_goal_micros, search_match, modified_at, log_position, recorded_at)
    SELECT ${size.orgId}, campaign_id, ad_group_id, concat('Group ', toString(number)), 'ENABLED', 'RUNNING', false, 1000000, NULL, number % 4 = 0, now64(3, 'UTC'), log_position, recorded_at
    FROM (SELECT number, ${ids(size, `(number * ${size.keywordsPerAdGroup})`)}, ${marks} FROM numbers(${size.campaigns * size.adGroupsPerCampaign}))`);
  await run(`INSERT INTO keyword_current_v1 (org_id, campaign_id, ad_group_id, keyword_id, text, match_type, status, is_deleted, bid_micros, modified_at, log_position, recorded_at)
    SELECT ${size.orgId}, campaign_id, ad_group_id, keyword_id, concat('keyword ', toString(number)), if(number % 2 = 0, 'EXACT', 'BROAD'), 'ACTIVE', false, 900000, now64(3, 'UTC'), log_position, recorded_at
    FROM (SELECT number, ${ids(size, 'number')}, ${marks} FROM numbers(${keywordsOf(size)}))`);
  // What notifications of the store say of its products: a month, a year, a free week.
  await run(`INSERT INTO prediction_model_v1 (application_id, product_id, as_of, method, period_days, intro_hours, log_position, recorded_at)
    SELECT ${size.applicationId}, product.1, toDateTime64(1, 3, 'UTC'), 'built-in', product.2, 168, 1, now64(3, 'UTC')
    FROM numbers(1) ARRAY JOIN [('monthly', 30.4375), ('yearly', 365.25)] AS product`);
  await fillFigures(run, size, scope, today);
  await fillPeople(run, size, scope, today);
}

type Run = (query: string) => Promise<unknown>;

async function fillFigures(run: Run, size: TenantSize, scope: string, today: string): Promise<void> {
  const levels = [
    { level: 'campaign', every: size.adGroupsPerCampaign * size.keywordsPerAdGroup, ad_group: '0', keyword: '0' },
    { level: 'ad_group', every: size.keywordsPerAdGroup, ad_group: 'ad_group_id', keyword: '0' },
    { level: 'keyword', every: 1, ad_group: 'ad_group_id', keyword: 'keyword_id' },
  ];
  for (const { level, every, ad_group, keyword } of levels) {
    const objects = keywordsOf(size) / every;
    // A month at a time, so that no insert meets more than a few partitions.
    for (let first = 0; first < size.days; first += 30) {
      const days = Math.min(30, size.days - first);
      await run(`INSERT INTO ads_performance_per_day_v1 (application_id, org_id, level, day, campaign_id, ad_group_id, keyword_id, country, impressions, taps, tap_installs, view_installs, spend_micros, currency, log_position, recorded_at)
        SELECT application_id, org_id, '${level}', day, campaign_id, ${ad_group}, ${keyword}, country, impressions, intDiv(impressions, 12), intDiv(impressions, 30), intDiv(impressions, 300), impressions * 21000, '${size.currency}', log_position, recorded_at
        FROM (
          SELECT ${scope}, toDate('${today}') - ${first} - (number % ${days}) AS day, ${ids(size, `intDiv(number, ${days}) * ${every}`)},
            ${countries}[1 + cityHash64(intDiv(number, ${days})) % 8] AS country, ${every} * (20 + cityHash64(number) % 200) AS impressions, ${marks}
          FROM numbers(${objects * days})
        )`);
    }
  }
}

/** Users by hash of their number: where they came from, when, what they bought. */
async function fillPeople(run: Run, size: TenantSize, scope: string, today: string): Promise<void> {
  const person = `${scope}, ${ids(size, `(cityHash64(number) % ${keywordsOf(size)})`)}, concat('i', toString(number)) AS install_id,
      ${countries}[1 + cityHash64(number, 1) % 8] AS country, if(cityHash64(number, 2) % 9 = 0, 'view', 'click') AS claim_type,
      toDateTime64('${today} 00:00:00', 3, 'UTC') - toIntervalSecond(cityHash64(number, 3) % ${size.days * 86_400}) AS first_launch_at, ${marks}`;
  const attribution =
    'install_id, org_id, campaign_id, ad_group_id, keyword_id, country, claim_type, first_launch_at, log_position, recorded_at';
  await run(`INSERT INTO install_current_v1 (application_id, state, ad_id, custom_product_page, device_class, reported_position, ${attribution})
    SELECT application_id, 'attributed', 0, '', 'iphone', 1, ${attribution} FROM (SELECT ${person} FROM numbers(${size.installs}))`);
  const bought = `number, ${person}, 1 + cityHash64(number, 4) % 4 AS charges, cityHash64(number, 5) % 10 AS fate,
      if(cityHash64(number, 6) % 5 = 0, 'yearly', 'monthly') AS product_id, concat('o', toString(number)) AS original_transaction_id`;
  await run(`INSERT INTO subscription_current_v1 (application_id, original_transaction_id, kind, product_id, storefront, started_at, intro, is_converted, is_trial_conversion, is_refunded, charge_count, status, ended_status, auto_renew, period_expires_at, line_charge_count, period_started_at, trial_started_at, retry_since, paid_service_days, next_price_ex_vat_micros, next_price_currency, install_state, ad_id, custom_product_page, device_class, ${attribution})
    SELECT application_id, original_transaction_id, 'subscription', product_id, country, first_launch_at, if(fate < 7, 'free', 'none'), fate > 1, fate > 1 AND fate < 7, fate = 9,
      if(fate > 1, charges, 0), multiIf(fate = 0, 'trial', fate = 1, 'trial_canceled', fate < 5, 'active', fate = 9, 'refunded', 'canceled'), 'canceled', fate < 5,
      now64(3, 'UTC') + INTERVAL 9 DAY, if(fate > 1, charges, 0), now64(3, 'UTC') - INTERVAL 21 DAY, if(fate = 0, now64(3, 'UTC') - INTERVAL 2 DAY, NULL), NULL, 30 * charges, 9990000, 'USD', 'attributed', 0, '', 'iphone', ${attribution}
    FROM (SELECT ${bought} FROM numbers(${size.subscriptions}))`);
  await run(`INSERT INTO charge_v1 (application_id, original_transaction_id, transaction_id, kind, product_id, purchased_at, storefront, currency, is_priced, is_vat_known, is_second_year, charge_number, refunded_share, gross_ex_vat_micros, net_micros, net_small_business_micros, kept_share, kept_share_small_business, install_state, ad_id, custom_product_page, device_class, ${attribution})
    SELECT application_id, original_transaction_id, concat(original_transaction_id, '-', toString(charge)), 'charge', product_id, first_launch_at + toIntervalDay(30 * charge), country, if(country IN ('US', 'BR'), 'USD', if(country = 'GB', 'GBP', 'EUR')), true, true, false, charge, 0, 9990000, 6993000, 8491500, 0.7, 0.85, 'attributed', 0, '', 'iphone', ${attribution}
    FROM (SELECT *, arrayJoin(range(1, charges + 1)) AS charge FROM (SELECT ${bought} FROM numbers(${size.subscriptions})) WHERE fate > 1)`);
  await fillLines(run, `SELECT ${bought} FROM numbers(${size.subscriptions})`);
}

/** What models learn from: charges a period apart up to now, and an end for those that are not live. */
async function fillLines(run: Run, bought: string): Promise<void> {
  await run(`INSERT INTO subscription_line_v1 (application_id, original_transaction_id, line, product_id, country, started_at, intro_started_at, intro_expires_at, left_at, moment_kinds, moments_ms, due_ms, paid_until_ms, charge, log_position, recorded_at)
    SELECT application_id, original_transaction_id, 0, product_id, country, first_launch_at, if(fate < 7, first_launch_at, NULL), if(fate < 7, first_launch_at + INTERVAL 7 DAY, NULL), NULL,
      arrayConcat(arrayMap(paid -> 'charge', paid_at), if(is_over, ['renewal_off', 'expired'], [])), arrayConcat(paid_at, over_at),
      arrayConcat(paid_at, arrayMap(at -> 0, over_at)), arrayConcat(arrayMap(at -> at + period, paid_at), arrayMap(at -> 0, over_at)),
      arrayMap(at -> 0, arrayConcat(paid_at, over_at)), log_position, recorded_at
    FROM (
      SELECT *, toInt64(if(product_id = 'yearly', 365.25, 30.4375) * 86400000) AS period, toUnixTimestamp64Milli(first_launch_at) + if(fate < 7, 7 * 86400000, 0) AS first_at,
        arrayFilter(at -> at < toUnixTimestamp64Milli(now64(3)), arrayMap(n -> first_at + n * period, range(if(fate > 1, charges, 0)))) AS paid_at,
        if(empty(paid_at), first_at, paid_at[-1] + period) AS ends_at, fate >= 5 AND ends_at < toUnixTimestamp64Milli(now64(3)) AS is_over,
        if(is_over, [ends_at - 86400000, ends_at], []) AS over_at
      FROM (${bought})
    )`);
}

/** Reference rates of every day, so that amounts of three currencies can be given in one. */
export async function fillRates(client: ClickHouseClient, days: number, today: string): Promise<void> {
  await client.command({
    query: `INSERT INTO exchange_rate_per_day_v1 (currency, day, units_per_euro, log_position, recorded_at)
      SELECT rate.1, toDate('${today}') - number, rate.2 * (1 + (number % 50) / 1000), 1, now64(3, 'UTC')
      FROM numbers(${days}) ARRAY JOIN [('EUR', 1.), ('USD', 1.1), ('GBP', 0.86)] AS rate`,
  });
}

const places = 'org_id, campaign_id, ad_group_id, keyword_id, country, claim_type, log_position, recorded_at';
const ofSubscription = `kind, product_id, storefront, started_at, intro, is_converted, is_trial_conversion, is_refunded, status, billing_issues_at,
    ended_at, ended_status, period_expires_at, line_charge_count, period_started_at, trial_started_at, retry_since, paid_service_days,
    next_price_ex_vat_micros, next_price_currency, install_state`;
const ofCharge = `kind, product_id, purchased_at, storefront, currency, is_priced, is_vat_known, net_micros, net_small_business_micros, kept_share,
    kept_share_small_business, install_state`;

/** Puts users, subscriptions and charges into the order of reports, as the projection does beside the tables they come from. */
export async function fillReportOrder(client: ClickHouseClient): Promise<void> {
  const run = (query: string) => client.command({ query });
  await run(`INSERT INTO cohort_install_v1 (application_id, first_launch_at, install_key, state, ${places})
    SELECT application_id, first_launch_at, halfMD5(install_id), state, ${places} FROM install_current_v1 FINAL`);
  await run(`INSERT INTO cohort_subscription_v1 (application_id, first_launch_at, subscription_key, is_removed, ${ofSubscription}, ${places})
    SELECT application_id, first_launch_at, halfMD5(original_transaction_id), false, ${ofSubscription}, ${places} FROM subscription_current_v1 FINAL`);
  await run(`INSERT INTO cohort_charge_v1 (application_id, first_launch_at, charge_key, is_removed, ${ofCharge}, ${places})
    SELECT application_id, first_launch_at, halfMD5(concat(original_transaction_id, '/', transaction_id)), false, ${ofCharge}, ${places} FROM charge_v1 FINAL`);
}

/** Says that all tables are complete, the ad service's newest change among them, as between two pulls. */
export async function markComplete(client: ClickHouseClient, tenants: readonly TenantSize[]): Promise<void> {
  const marked = { log_position: '1', recorded_at: new Date().toISOString() };
  const checkpoints = projections.map(({ name, version }) => ({
    projection_name: `${name}.v${version}`,
    state: 'done',
    from_position: '1',
    ...marked,
  }));
  const changes = tenants.flatMap(({ applicationId, orgId }) =>
    ['ads', 'ads_changes'].map((source) => ({
      application_id: applicationId,
      org_id: orgId,
      source,
      fresh_at: marked.recorded_at,
      ...marked,
    })),
  );
  await insertRows(client, { table: 'source_freshness_v1', rows: changes, token: 'changes' });
  await insertRows(client, { table: 'projection_checkpoint_v1', rows: checkpoints, token: 'checkpoints' });
}

/** Merges what was inserted, as the engine does by itself given time. */
export async function settleTables(client: ClickHouseClient): Promise<void> {
  for (const table of [
    'ads_performance_per_day_v1',
    'install_current_v1',
    'subscription_current_v1',
    'charge_v1',
    'subscription_line_v1',
    'cohort_install_v1',
    'cohort_subscription_v1',
    'cohort_charge_v1',
  ]) {
    await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  }
}
