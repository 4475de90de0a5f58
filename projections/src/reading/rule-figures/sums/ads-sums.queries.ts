import { defineSums } from '@tapwise/adapters';
import { z } from 'zod';
import { converted } from '../../money/conversion.queries.ts';
import { moneyParams } from '../../money/money-params.ts';
import { ofParent } from '../../reports/facts/fact-conditions.queries.ts';
import { columnParams, dayColumns, groupedBy, newestPosition, objectRow, perColumn } from './sum-columns.ts';

export const counts = ['impressions', 'taps', 'tap_installs', 'view_installs'] as const;
/**
 * Counts, spend whose rate is known (`micros`), and figures that could not be read on some day (`unread`): bits in the order of
 * `figureNames`, and `unratedBit`.
 */
export const countedNames = [...counts, 'micros', 'unread'] as const;
export type CountedName = (typeof countedNames)[number];
const downloads = [
  'tap_new_downloads',
  'view_new_downloads',
  'tap_redownloads',
  'view_redownloads',
  'tap_pre_orders',
  'view_pre_orders',
] as const;
/** Rows that have figures and do not say the downloads are `without_downloads`. */
export const downloadSumNames = [...downloads, 'without_downloads'] as const;
export type DownloadSum = (typeof downloadSumNames)[number];
/** Statements of rules run on one thread: a slot has time, and reports that wait beside it have not. */
export const inTheBackground = 'SETTINGS max_threads = 1';

/** Beside the bits of `figureNames`: spend in a currency whose rate is not known. */
export const unratedBit = 32;
/** Marks of a row of figures, of which `amount` is the spend. */
export const lostMarks = `bitOr(unread, if(isNull(amount), ${unratedBit}, 0)) AS lost`;

const ofObjects = (level: AdsParams): string => `
        FROM ads_performance_per_day_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = {level:String} ${ofParent(level)}
          AND day BETWEEN {from:Date} AND {to:Date}`;
const adsParams = z.object({ ...columnParams.shape, level: z.enum(['campaign', 'ad_group', 'keyword']) });
type AdsParams = z.infer<typeof adsParams>;

/** What the ad service counted, by object and time range; money in micros of the application's currency. */
export const adsSums = defineSums({
  name: 'rule-ads',
  sql: (params) => {
    const { ids, groupBy } = groupedBy(params);
    return `SELECT ${ids}, ${counts.map((name) => perColumn(params, (inside) => `sumIf(${name}, ${inside})`, name)).join(', ')},
        ${perColumn(params, (inside) => `sumIf(ifNull(amount, 0), ${inside})`, 'micros')},
        ${perColumn(params, (inside) => `groupBitOrIf(lost, ${inside})`, 'unread')},
        groupUniqArrayIf(toString(currency), isNull(amount)) AS unrated, ${newestPosition}
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, ${counts.join(', ')}, currency, log_position,
          ${converted('spend_micros', 'day', 'currency')} AS amount, ${lostMarks}, ${dayColumns(params)} ${ofObjects(params)}
      )
      ${groupBy} ${inTheBackground}`;
  },
  params: z.object({ ...adsParams.shape, ...moneyParams.shape }),
  row: z.object({ ...objectRow, unrated: z.array(z.string()) }),
  sums: countedNames,
});

/** Installs by kind, and pre-orders. */
export const downloadSums = defineSums({
  name: 'rule-downloads',
  sql: (params) => {
    const { ids, groupBy } = groupedBy(params);
    return `SELECT ${ids}, ${downloads.map((name) => perColumn(params, (inside) => `sumIf(ifNull(${name}, 0), ${inside})`, name)).join(', ')},
        ${perColumn(params, (inside) => `countIf(lacks_downloads AND ${inside})`, 'without_downloads')}, ${newestPosition}
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, ${downloads.join(', ')}, log_position,
          isNull(tap_new_downloads) AND impressions > 0 AS lacks_downloads, ${dayColumns(params)} ${ofObjects(params)}
      )
      ${groupBy} ${inTheBackground}`;
  },
  params: adsParams,
  row: z.object(objectRow),
  sums: downloadSumNames,
});
