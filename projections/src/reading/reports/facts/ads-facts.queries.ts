import { defineQuery } from '@tapwise/adapters';
import { downloadNames } from '@tapwise/domain';
import { z } from 'zod';
import { isCountedMonth } from '../../../tables/counted-month.queries.ts';
import { converted } from '../../money/conversion.queries.ts';
import { moneyParams } from '../../money/money-params.ts';
import { bucketOfDay, countryCondition, objectOf, ofParent } from './fact-conditions.queries.ts';
import { type FactParams, factParams } from './fact-params.ts';

const adsParams = z.object({
  ...factParams.shape,
  ...moneyParams.shape,
  /** The report of the service that is summed up: that of the objects, or of the level above them. */
  level: z.enum(['campaign', 'ad_group', 'keyword']),
  /** Months that are known as a whole and therefore not taken from days. */
  whole_months: z.array(z.string()),
  /** ISO 4217; the organization's. */
  org_currency: z.string(),
});
export type AdsParams = z.infer<typeof adsParams>;

const adsRow = z.object({
  object: z.string(),
  bucket: z.string(),
  parent_campaign: z.number(),
  parent_group: z.number(),
  impressions: z.number(),
  taps: z.number(),
  tap_installs: z.number(),
  view_installs: z.number(),
  /** Installs by kind, and pre-orders: the known part, and null when none is known. */
  tap_new_downloads: z.number().nullable(),
  view_new_downloads: z.number().nullable(),
  tap_redownloads: z.number().nullable(),
  view_redownloads: z.number().nullable(),
  tap_pre_orders: z.number().nullable(),
  view_pre_orders: z.number().nullable(),
  /** Rows that have figures and do not say them. */
  without_downloads: z.number(),
  /** Spend in the answer's currency: the known part, and null when none is known. */
  micros: z.number().nullable(),
  /** Whether there is any figure in the range, and spend of today in the organization's currency. */
  days: z.number(),
  today_micros: z.number(),
  /** Spend of today in other currencies. */
  today_foreign: z.tuple([z.array(z.string()), z.array(z.number())]),
  /** Currencies whose rate is not known, and those other than the organization's. */
  unrated: z.array(z.string()),
  foreign: z.array(z.string()),
  /** Figures that could not be read on some day, and on every day; bits in the order of `figureNames`. */
  unread: z.number(),
  never_read: z.number(),
});
export type AdsFact = z.infer<typeof adsRow>;

// A row without spend is in no currency.
const isForeign = 'spend_micros != 0 AND currency != {org_currency:String}';
const ofToday = `sumIf(spend_micros, day = {today:Date} AND NOT (${isForeign})) AS today_micros,
        sumMapIf([toString(currency)], [spend_micros], day = {today:Date} AND ${isForeign}) AS today_foreign`;
const nothingOfToday = 'toInt64(0) AS today_micros, ([]::Array(String), []::Array(Int64)) AS today_foreign';
const numbers = ['impressions', 'taps', 'tap_installs', 'view_installs', ...downloadNames] as const;
const lacksDownloads = 'isNull(tap_new_downloads) AND impressions > 0';

/** What the ad service counted by day. Campaigns also say what they spent today, wherever they were shown. */
export const adsFacts = defineQuery({
  name: 'report-ads',
  sql: (params) => {
    const withToday = params.of === 'campaign' && params.bucket === null;
    const inRange = `(day BETWEEN {from:Date} AND {to:Date} ${countryCondition(params)})`;
    const isInRange = withToday ? inRange : 'true';
    const months = params.whole_months.length === 0 ? '' : 'AND toStartOfMonth(day) NOT IN {whole_months:Array(Date)}';
    return `SELECT toString(${objectOf(params)}) AS object, toString(${bucketOfDay(params)}) AS bucket, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group,
        ${numbers.map((name) => sumOf(name, withToday)).join(', ')}, countIf(is_asked AND lacks_downloads) AS without_downloads,
        sum(amount) AS micros, countIf(is_asked) AS days,
        ${withToday ? ofToday : nothingOfToday},
        groupUniqArrayIf(currency, is_asked AND isNull(amount)) AS unrated,
        groupUniqArrayIf(currency, is_asked AND ${isForeign}) AS foreign,
        groupBitOrIf(lost, is_asked) AS unread, groupBitAndIf(lost, is_asked) AS never_read
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, country, day, currency, spend_micros, unread AS lost, ${numbers.join(', ')},
          ${lacksDownloads} AS lacks_downloads, ${isInRange} AS is_asked, if(is_asked, ${converted('spend_micros', 'day', 'currency')}, NULL) AS amount
        FROM ads_performance_per_day_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = {level:String} ${ofParent(params)}
          AND ${withToday ? `(${inRange} OR day = {today:Date})` : inRange} ${months}
      )
      GROUP BY object, bucket`;
  },
  params: adsParams,
  row: adsRow,
});

function sumOf(name: (typeof numbers)[number], withToday: boolean): string {
  return `${withToday ? `sumIf(${name}, is_asked)` : `sum(${name})`} AS ${name}`;
}

const monthParams = z.object({ ...factParams.shape, ...moneyParams.shape, org_currency: z.string() });

/** The same by whole month, for months that are not known by their days. */
export const adsMonthFacts = defineQuery({
  name: 'report-ads-months',
  sql: (
    params,
  ) => `SELECT toString(${objectOf(params)}) AS object, toString(month) AS bucket, toUInt64(0) AS parent_campaign, toUInt64(0) AS parent_group,
      ${numbers.map((name) => `sum(${name}) AS ${name}`).join(', ')}, countIf(lacks_downloads) AS without_downloads, sum(amount) AS micros,
      count() AS days, ${nothingOfToday}, groupUniqArrayIf(currency, isNull(amount)) AS unrated,
      groupUniqArrayIf(currency, ${isForeign}) AS foreign, groupBitOr(lost) AS unread, groupBitAnd(lost) AS never_read
    FROM (
      SELECT campaign_id, country, month, currency, spend_micros, unread AS lost, ${numbers.join(', ')}, ${lacksDownloads} AS lacks_downloads,
        ${converted('spend_micros', 'month', 'currency')} AS amount
      FROM ads_performance_per_month_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND month BETWEEN {from:Date} AND {to:Date}
        AND ${isCountedMonth} ${countryCondition(params)}
    )
    GROUP BY object, bucket`,
  params: monthParams,
  row: adsRow,
});

/** Months of which a whole is known. */
export const wholeMonths = defineQuery({
  name: 'report-whole-months',
  sql: `SELECT DISTINCT toString(month) AS first_day FROM ads_performance_per_month_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND month BETWEEN {from:Date} AND {to:Date}
      AND ${isCountedMonth}`,
  params: z.object({ application_id: z.number(), org_id: z.number(), from: z.string(), to: z.string() }),
  row: z.object({ first_day: z.string() }),
});

/** The report of the service that says most about an object of a question. */
export function adsLevelOf({ of }: Pick<FactParams, 'of'>): AdsParams['level'] {
  return of === 'ad_group' || of === 'keyword' ? of : 'campaign';
}
