import { type FigureName, figureNames, type ReportLevel } from '@tapwise/domain';
import { isCountedMonth } from '../tables/counted-month.queries.ts';
import { columns } from './view-columns.ts';
import { dailyFactors, idList, inApplicationCurrency, literal, table, units } from './view-expressions.queries.ts';
import type { ViewDefinition, ViewScope } from './view-scope.ts';

const figures = [
  'impressions',
  'taps',
  'tap_installs',
  'view_installs',
  'installs',
  'spend',
  'spend_original',
  'currency',
  'recorded_at',
  'unread_figures',
] as const;

const kindsOfDownloads = ['new_downloads', 'redownloads', 'pre_orders'] as const;
/** What objects have beside their figures, and search terms do not: installs by kind, and pre-orders. */
const figuresOfObjects = [
  ...figures,
  ...kindsOfDownloads.flatMap((kind) => [...afterTapAndView(kind), kind] as const),
] as const;

function afterTapAndView<Kind extends string>(kind: Kind) {
  return [`tap_${kind}`, `view_${kind}`] as const;
}

const isUnread = (...names: readonly FigureName[]): string =>
  `bitAnd(unread, ${names.reduce((bits, name) => bits | (1 << figureNames.indexOf(name)), 0)}) != 0`;

/** Figures of a row by the columns that show them, each with the condition that it could not be read. */
const unreadFigures = Object.entries({
  impressions: isUnread('impressions'),
  taps: isUnread('taps'),
  tap_installs: isUnread('tap_installs'),
  view_installs: isUnread('view_installs'),
  installs: isUnread('tap_installs', 'view_installs'),
  spend: isUnread('spend_micros'),
  spend_original: isUnread('spend_micros'),
}).map(([name, condition]) => `if(${condition}, '${name}', '')`);

/** Counts are promised to be numbers, so what could not be read is named beside them. */
const counted = (scope: ViewScope, day: string): string =>
  `impressions, taps, tap_installs, view_installs, tap_installs + view_installs AS installs,
    if(${isUnread('spend_micros')}, NULL, ${inApplicationCurrency(scope, 'spend_micros', day, 'currency')}) AS spend,
    ${units('spend_micros')} AS spend_original, currency, recorded_at,
    arrayFilter(name -> name != '', [${unreadFigures.join(', ')}]) AS unread_figures`;

/** A count that is not known is null, and so is its sum. */
const countedOfObjects = (scope: ViewScope, day: string): string =>
  [
    counted(scope, day),
    ...kindsOfDownloads.flatMap((kind) => [
      ...afterTapAndView(kind),
      `${afterTapAndView(kind).join(' + ')} AS ${kind}`,
    ]),
  ].join(', ');

/** Days of months that are known as a whole count there. @param rows What is counted, of which table, under which condition. */
const byDay = (scope: ViewScope, objects: string, rows: string): string =>
  `WITH ${dailyFactors(scope)} AS rates
  SELECT application_id, org_id, ${objects}, country, day, ${rows} AND (application_id, org_id, toStartOfMonth(day)) NOT IN
    (SELECT application_id, org_id, month FROM ${table(scope, 'ads_performance_per_month_v1')} WHERE ${isCountedMonth})`;

const objectsByDay = (scope: ViewScope, level: ReportLevel, objects: string): string => {
  const source = 'ads_performance_per_day_v1';
  return byDay(
    scope,
    objects,
    `${countedOfObjects(scope, 'day')} FROM ${table(scope, source)} WHERE level = '${level}'`,
  );
};

const ownCampaign = (scope: ViewScope): string =>
  `(org_id, campaign_id) IN (SELECT org_id, campaign_id FROM ${table(scope, 'campaign_current_v1')})`;

/** Campaigns, what is in them, and the figures of the ad service. */
export const adsViews: readonly ViewDefinition[] = [
  {
    name: 'applications',
    comment: 'The applications this user may see.',
    columns: columns('application_id', 'name', 'store_id', 'currency'),
    select: ({ applications }) =>
      rowsOf(
        ['application_id', 'name', 'store_id', 'currency'],
        applications.map((application) => [
          String(application.application_id),
          literal(application.name),
          String(application.adam_id),
          literal(application.currency),
        ]),
      ),
  },
  {
    name: 'ad_organizations',
    comment: 'The ad organizations linked to these applications.',
    columns: columns('org_id', 'name', 'currency', 'time_zone'),
    select: ({ organizations }) =>
      rowsOf(
        ['org_id', 'name', 'currency', 'time_zone'],
        organizations.map((organization) => [
          String(organization.org_id),
          literal(organization.name),
          literal(organization.currency),
          literal(organization.time_zone),
        ]),
      ),
  },
  {
    name: 'campaigns',
    comment: 'Campaigns as the ad service last showed them, deleted ones too.',
    columns: columns(
      'org_id',
      'campaign_id',
      'application_id',
      'name',
      'status',
      'display_status',
      'is_deleted',
      'countries',
      'currency',
      'budget',
      'daily_cap',
      'bid_strategy',
      'target_cpa',
      'modified_at',
    ),
    select: (
      scope,
    ) => `SELECT org_id, campaign_id, ${applicationOfCampaign(scope)} AS application_id, name, status, display_status, is_deleted,
      countries, currency, ${units('budget_micros')} AS budget, ${units('daily_budget_micros')} AS daily_cap,
      bidding_strategy AS bid_strategy, ${units('target_cpa_micros')} AS target_cpa, modified_at
    FROM ${table(scope, 'campaign_current_v1')}`,
  },
  {
    name: 'ad_groups',
    comment: 'Ad groups as the ad service last showed them, deleted ones too.',
    columns: columns(
      'org_id',
      'campaign_id',
      'ad_group_id',
      'name',
      'status',
      'is_deleted',
      'cpt_bid',
      'cpa_goal',
      'search_match',
      'modified_at',
    ),
    select: (
      scope,
    ) => `SELECT org_id, campaign_id, ad_group_id, name, status, is_deleted, ${units('default_bid_micros')} AS cpt_bid,
      ${units('cpa_goal_micros')} AS cpa_goal, search_match, modified_at
    FROM ${table(scope, 'ad_group_current_v1')} WHERE ${ownCampaign(scope)}`,
  },
  {
    name: 'keywords',
    comment: 'Targeting keywords as the ad service last showed them, deleted ones too.',
    columns: columns(
      'org_id',
      'campaign_id',
      'ad_group_id',
      'keyword_id',
      'text',
      'match_type',
      'status',
      'is_deleted',
      'cpt_bid',
      'modified_at',
    ),
    select: (scope) => `SELECT org_id, campaign_id, ad_group_id, keyword_id, text, match_type, status, is_deleted,
      ${units('bid_micros')} AS cpt_bid, modified_at
    FROM ${table(scope, 'keyword_current_v1')} WHERE ${ownCampaign(scope)}`,
  },
  {
    name: 'ads_by_day',
    comment: 'What the ad service counted for each campaign, country and day; never add it to another level.',
    columns: columns('application_id', 'org_id', 'campaign_id', 'country', 'day', ...figuresOfObjects),
    select: (scope) => objectsByDay(scope, 'campaign', 'campaign_id'),
  },
  {
    name: 'ads_by_day_ad_group',
    comment: 'What the ad service counted for each ad group, country and day; never add it to another level.',
    columns: columns('application_id', 'org_id', 'campaign_id', 'ad_group_id', 'country', 'day', ...figuresOfObjects),
    select: (scope) => objectsByDay(scope, 'ad_group', 'campaign_id, ad_group_id'),
  },
  {
    name: 'ads_by_day_keyword',
    comment: 'What the ad service counted for each keyword, country and day; never add it to another level.',
    columns: columns(
      'application_id',
      'org_id',
      'campaign_id',
      'ad_group_id',
      'keyword_id',
      'country',
      'day',
      ...figuresOfObjects,
    ),
    select: (scope) => objectsByDay(scope, 'keyword', 'campaign_id, ad_group_id, keyword_id'),
  },
  {
    name: 'ads_by_month',
    comment: 'Figures of campaigns for months that are known only as a whole; their days are in no other view.',
    columns: columns('application_id', 'org_id', 'campaign_id', 'country', 'month', ...figuresOfObjects),
    select: (scope) => `WITH ${dailyFactors(scope)} AS rates
    SELECT application_id, org_id, campaign_id, country, month, ${countedOfObjects(scope, 'month')}
    FROM ${table(scope, 'ads_performance_per_month_v1')} WHERE ${isCountedMonth}`,
  },
  {
    name: 'search_terms_by_day',
    comment:
      'What the ad service counted for each search term and day; an empty term is the sum of those too rare to be named.',
    columns: columns(
      'application_id',
      'org_id',
      'campaign_id',
      'ad_group_id',
      'keyword_id',
      'country',
      'day',
      'search_term',
      'source',
      ...figures,
    ),
    select: (scope) =>
      byDay(
        scope,
        'campaign_id, ad_group_id, keyword_id',
        `text AS search_term, source, ${counted(scope, 'day')} FROM ${table(scope, 'search_term_per_day_v1')} WHERE 1`,
      ),
  },
  {
    name: 'impression_share_by_day',
    comment: 'The shares of impressions an application won of a search term on a day, as bounds.',
    columns: columns(
      'application_id',
      'org_id',
      'country',
      'search_term',
      'day',
      'low_share',
      'high_share',
      'rank',
      'popularity',
      'all_slots_low_share',
      'all_slots_high_share',
    ),
    select: (
      scope,
    ) => `SELECT application_id, org_id, country, search_term, day, low_share, high_share, rank, popularity,
      if(all_slots_high_share > 0, all_slots_low_share, NULL) AS all_slots_low_share,
      nullIf(all_slots_high_share, 0) AS all_slots_high_share
    FROM ${table(scope, 'impression_share_per_day_v1')}`,
  },
];

function applicationOfCampaign({ applications }: ViewScope): string {
  const pairs = applications.flatMap(({ application_id, adam_id, org_ids }) =>
    org_ids.map(
      (org_id) =>
        `org_id = ${idList([org_id])} AND adam_id = ${idList([adam_id])}, toUInt64(${idList([application_id])})`,
    ),
  );
  return pairs.length === 0 ? 'toUInt64(0)' : `multiIf(${pairs.join(', ')}, toUInt64(0))`;
}

/** Known rows as a statement; none of them gives no row. */
function rowsOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const some = rows.length === 0 ? [names.map((name) => (/_id$/.test(name) ? '0' : "''"))] : rows;
  const selection = names.map((name, index) => `row.${index + 1} AS ${name}`).join(', ');
  return `SELECT ${selection} FROM (SELECT arrayJoin([${some.map((row) => `(${row.join(', ')})`).join(', ')}]) AS row)${rows.length === 0 ? ' WHERE 0' : ''}`;
}
