import { convertedSum, pricedCharges, withConverted } from './money.queries.ts';

/** The levels of ads; each has a statement made of the sections below. */
export type ReportLevel = 'campaign' | 'ad_group' | 'keyword';

const countryAsked = '({every_country:Bool} OR country IN {countries:Array(String)})';
const inRange =
  "first_launch_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_launch_at < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC')";
const purchasedInRange =
  "purchased_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND purchased_at < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC')";
const now = "fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC')";

const idOfLevel = { campaign: 'campaign_id', ad_group: 'ad_group_id', keyword: 'keyword_id' } as const;
const parentsOfLevel = {
  campaign: '',
  ad_group: 'AND campaign_id = {campaign_id:UInt64}',
  keyword: 'AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}',
} as const;

/** Fields of a section, each with its expression and its type. */
type Body = Readonly<Record<string, readonly [string, string]>>;

const section = (name: string, id: string, body: Body): string => {
  const values = Object.values(body).map(([value]) => value);
  const types = Object.entries(body).map(([column, [, type]]) => `${column} ${type}`);
  return `SELECT ${name} AS section, ${id} AS id, toJSONString(CAST(tuple(${values.join(', ')}), 'Tuple(${types.join(', ')})')) AS body`;
};
const named = (name: string): string => `'${name}'`;

/** Settings of the objects of a level, whether they have data or not. */
export function structureSections(level: ReportLevel): string[] {
  const shared: Body = { status: ['status', 'String'], is_deleted: ['is_deleted', 'Bool'] };
  const shown: Body = { name: ['name', 'String'], display_status: ['display_status', 'String'] };
  const adGroup: Body = {
    ...shared,
    ...shown,
    search_match: ['search_match', 'Bool'],
    bid_micros: ['default_bid_micros', 'Nullable(Int64)'],
    goal_micros: ['cpa_goal_micros', 'Nullable(Int64)'],
    modified_ms: ['toUnixTimestamp64Milli(modified_at)', 'Nullable(Int64)'],
  };
  const adGroups =
    'FROM ad_group_current_v1 FINAL WHERE org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}';
  if (level === 'ad_group') return [`${section(named('structure'), 'toInt64(ad_group_id)', adGroup)} ${adGroups}`];
  if (level === 'keyword') {
    const keyword: Body = { ...shared, name: ['text', 'String'], bid_micros: ['bid_micros', 'Nullable(Int64)'] };
    return [
      `${section(named('structure'), 'toInt64(keyword_id)', keyword)} FROM keyword_current_v1 FINAL
        WHERE org_id = {org_id:UInt64} ${parentsOfLevel.keyword}`,
      `${section(named('parent_structure'), 'toInt64(0)', adGroup)} ${adGroups} AND ad_group_id = {ad_group_id:UInt64}`,
    ];
  }
  const campaign: Body = {
    ...shared,
    ...shown,
    budget_micros: ['budget_micros', 'Nullable(Int64)'],
    daily_budget_micros: ['daily_budget_micros', 'Nullable(Int64)'],
  };
  return [
    `${section(named('structure'), 'toInt64(campaign_id)', campaign)} FROM campaign_current_v1 FINAL
      WHERE org_id = {org_id:UInt64} AND adam_id = {adam_id:UInt64}`,
  ];
}

/** Today's spend of each campaign, in the organization's currency, wherever it was shown. */
export const todaySection = `${section(named('today'), 'toInt64(campaign_id)', { spend_micros: ['sum(spend_micros)', 'Int64'] })}
  FROM ads_performance_per_day_v1 FINAL
  WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = 'campaign' AND day = {today:Date}
  GROUP BY campaign_id`;

/** Users of the cohort. */
export function installSection(level: ReportLevel): string {
  return `${section(named('installs'), 'object_id', { first_launches: ['count()', 'UInt64'] })}
    FROM (SELECT ${userId(level, 'state')} AS object_id FROM install_current_v1 FINAL WHERE ${usersAsked(level, 'state')})
    GROUP BY object_id`;
}

/** What the cohort's users bought, by product and state at the instant asked for. */
export function subscriptionSection(level: ReportLevel): string {
  const status = `multiIf(ifNull(ended_at <= ${now}, false), toString(ended_status),
      ifNull(billing_issues_at <= ${now}, false), 'billing_issues', toString(status))`;
  const body = {
    product_id: ['product', 'String'],
    status: ['status_now', 'String'],
    count: ['count()', 'UInt64'],
    trials: ["countIf(intro != 'none')", 'UInt64'],
    trial_conversions: ['countIf(is_trial_conversion)', 'UInt64'],
    conversions: ['countIf(is_converted)', 'UInt64'],
    refunded_conversions: ['countIf(is_converted AND is_refunded)', 'UInt64'],
  } as const;
  return `${section(named('subscriptions'), 'object_id', body)}
    FROM (
      SELECT ${userId(level, 'install_state')} AS object_id, toString(product_id) AS product, ${status} AS status_now, intro,
        is_trial_conversion, is_converted, is_refunded
      FROM subscription_current_v1 FINAL WHERE kind != 'none' AND ${usersAsked(level, 'install_state')}
    )
    GROUP BY object_id, product, status_now`;
}

const adsNumbers = ['impressions', 'taps', 'tap_installs', 'view_installs'] as const;

/**
 * What the ad service counted, spend, and what the cohort's users brought in by the product that earned it; money in the
 * answer's currency. One statement, because it is converted in one pass.
 */
export function amountsSection(level: ReportLevel): string {
  const days = [adsDays('ads', idOfLevel[level], level)];
  // What the ad group had beyond its keywords came without one.
  if (level === 'keyword') days.push(adsDays('parent_ads', '0', 'ad_group'));
  const users = usersAsked(level, 'install_state');
  // Sales of users nobody knows are in no row; campaign-level answers warn of them.
  const charges =
    level === 'campaign'
      ? pricedCharges(
          { part: `if(${unknown}, 'unknown_sales', 'income')`, object_id: userId(level, 'install_state'), untaxed },
          `((${users}) OR (${unknown} AND ${purchasedInRange}))`,
        )
      : pricedCharges({ part: "'income'", object_id: userId(level, 'install_state'), untaxed }, users);
  const income = `SELECT part, object_id, product_id, currency, day,
      ${adsNumbers.map((name) => `0 AS ${name}`).join(', ')}, micros, sales, untaxed FROM (${charges})`;
  const body: Body = {
    product_id: ['product_id', 'String'],
    ...Object.fromEntries(adsNumbers.map((name) => [name, [`sum(${name})`, 'UInt64'] as const])),
    micros: [convertedSum, 'Nullable(Float64)'],
    sales: ['sum(sales)', 'UInt64'],
    unpriced: ['sumIf(sales, isNull(micros))', 'UInt64'],
    untaxed: ["groupUniqArrayIf(untaxed, untaxed != '')", 'Array(String)'],
    unrated: ["groupUniqArrayIf(ifNull(currency, ''), isNotNull(micros) AND isNull(converted))", 'Array(String)'],
  };
  const rows = withConverted([...days, income].join(' UNION ALL '));
  return `${section('part', 'object_id', body)} FROM (${rows}) GROUP BY part, object_id, product_id`;
}

const unknown = "install_state = 'unknown'";
/** The storefront of a priced sale whose tax nobody knows. */
const untaxed = "if(is_vat_known OR NOT is_priced, '', toString(storefront))";

/** Users whom ad organizations brought that are not linked, in whatever campaign. */
export const unlinkedSection = `${section(named('unlinked'), 'toInt64(0)', { users: ['count()', 'UInt64'] })}
  FROM install_current_v1 FINAL
  WHERE application_id = {application_id:UInt64} AND state = 'attributed' AND ${inRange}
    AND org_id NOT IN {linked_org_ids:Array(UInt64)}`;

function adsDays(part: string, id: string, level: ReportLevel): string {
  const parents = part === 'ads' ? parentsOfLevel[level] : parentsOfLevel.keyword;
  return `
      SELECT '${part}' AS part, toInt64(${id}) AS object_id, '' AS product_id, toString(currency) AS currency, day,
        ${adsNumbers.map((name) => `sum(${name}) AS ${name}`).join(', ')}, toFloat64(sum(spend_micros)) AS micros, toUInt64(0) AS sales, '' AS untaxed
      FROM ads_performance_per_day_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = '${level}' ${parents}
        AND day BETWEEN {from:Date} AND {to:Date} AND ${countryAsked}
      GROUP BY object_id, currency, day`;
}

function userId(level: ReportLevel, state: string): string {
  const own = `toInt64(${idOfLevel[level]})`;
  if (level !== 'campaign') return own;
  return `multiIf(${state} = 'attributed', ${own}, ${state} = 'organic', toInt64(0), toInt64(-1))`;
}

function usersAsked(level: ReportLevel, state: string): string {
  const attributed = `${state} = 'attributed' AND org_id = {org_id:UInt64} ${parentsOfLevel[level]}
    AND claim_type IN {claim_types:Array(String)} AND ${countryAsked}`;
  const asked =
    level === 'campaign'
      ? `((${attributed}) OR ({with_unattributed:Bool} AND ${state} IN ('organic', 'pending')))`
      : attributed;
  return `application_id = {application_id:UInt64} AND ${inRange} AND ${asked}`;
}
