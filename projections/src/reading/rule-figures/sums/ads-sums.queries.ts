import { defineQuery, type RowOf } from '@tapwise/adapters';
import { z } from 'zod';
import { converted } from '../../money/conversion.queries.ts';
import { moneyParams } from '../../money/money-params.ts';
import { ofParent } from '../../reports/facts/fact-conditions.queries.ts';
import {
  columnParams,
  dayColumns,
  groupedBy,
  newestPosition,
  objectRow,
  perColumn,
  valuesByColumn,
} from './sum-columns.ts';

const counts = ['impressions', 'taps', 'tap_installs', 'view_installs'] as const;
const downloads = [
  'tap_new_downloads',
  'view_new_downloads',
  'tap_redownloads',
  'view_redownloads',
  'tap_pre_orders',
  'view_pre_orders',
] as const;
/** Statements of rules run on one thread: a slot has time, and reports that wait beside it have not. */
export const inTheBackground = 'SETTINGS max_threads = 1';

/** What the ad service counted, by object and time range; money in micros of the application's currency. */
export const adsSums = defineQuery({
  name: 'rule-ads',
  sql: (params) => {
    const { ids, groupBy } = groupedBy(params);
    const names = [...counts, ...(params.with_downloads ? downloads : [])];
    return `SELECT ${ids}, ${counts.map((name) => perColumn(params, (inside) => `sumIf(${name}, ${inside})`, name)).join(', ')},
        ${downloads.map((name) => (params.with_downloads ? perColumn(params, (inside) => `sumIf(ifNull(${name}, 0), ${inside})`, name) : `[]::Array(UInt64) AS ${name}`)).join(', ')},
        ${params.with_downloads ? perColumn(params, (inside) => `countIf(lacks_downloads AND ${inside})`, 'without_downloads') : '[]::Array(UInt64) AS without_downloads'},
        ${perColumn(params, (inside) => `sumIf(ifNull(amount, 0), ${inside})`, 'micros')},
        ${perColumn(params, (inside) => `countIf(isNull(amount) AND ${inside})`, 'unrated_rows')},
        ${perColumn(params, (inside) => `groupBitOrIf(lost, ${inside})`, 'unread')},
        groupUniqArrayIf(toString(currency), isNull(amount)) AS unrated, ${newestPosition}
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, ${names.join(', ')}, currency, unread AS lost, log_position,
          ${params.with_downloads ? 'isNull(tap_new_downloads) AND impressions > 0 AS lacks_downloads,' : ''}
          ${converted('spend_micros', 'day', 'currency')} AS amount, ${dayColumns(params)}
        FROM ads_performance_per_day_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = {level:String} ${ofParent(params)}
          AND day BETWEEN {from:Date} AND {to:Date}
      )
      ${groupBy} ${inTheBackground}`;
  },
  params: z.object({
    ...columnParams.shape,
    ...moneyParams.shape,
    level: z.enum(['campaign', 'ad_group', 'keyword']),
    with_downloads: z.boolean(),
  }),
  row: z.object({
    ...objectRow,
    impressions: valuesByColumn,
    taps: valuesByColumn,
    tap_installs: valuesByColumn,
    view_installs: valuesByColumn,
    tap_new_downloads: valuesByColumn,
    view_new_downloads: valuesByColumn,
    tap_redownloads: valuesByColumn,
    view_redownloads: valuesByColumn,
    tap_pre_orders: valuesByColumn,
    view_pre_orders: valuesByColumn,
    /** Rows that have figures and do not say them. */
    without_downloads: valuesByColumn,
    /** Spend whose rate is known, and rows with spend of which it is not. */
    micros: valuesByColumn,
    unrated_rows: valuesByColumn,
    /** Figures that could not be read on some day; bits in the order of `figureNames`. */
    unread: valuesByColumn,
    unrated: z.array(z.string()),
  }),
});
export type AdsSums = RowOf<typeof adsSums>;
