import { defineQuery, defineSums, type RowOf } from '@tapwise/adapters';
import { z } from 'zod';
import { userCondition } from '../../reports/facts/fact-conditions.queries.ts';
import { inTheBackground } from './ads-sums.queries.ts';
import { columnParams, groupedBy, instantColumns, newestPosition, objectRow, perColumn } from './sum-columns.ts';

const launchMs = 'toUnixTimestamp64Milli(first_launch_at)';
const age = `least(30, greatest(0, intDiv({now_ms:Int64} - ${launchMs}, 86400000)))`;
const maturity = z.array(z.number());

/** Share of the first thirty days' income that is usually in at a user's age; 0 where the history says too little. */
const shareAtAge = (shares: readonly number[]): string =>
  shares.length === 0 ? 'toFloat64(0)' : `{maturity:Array(Float64)}[${age} + 1]`;

/** Users by object and time range of their first launch, and the sums of their shares of usual income. */
export const peopleSums = defineSums({
  name: 'rule-people',
  sql: (params) => {
    const { ids, groupBy } = groupedBy(params);
    return `SELECT ${ids}, ${perColumn(params, (inside) => `countIf(${inside})`, 'first_launches')},
        ${perColumn(params, (inside) => `sumIf(usual_share, ${inside})`, 'matured')}, ${newestPosition}
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, log_position, ${shareAtAge(params.maturity)} AS usual_share,
          ${instantColumns(params, launchMs)}
        FROM cohort_install_v1 FINAL WHERE ${userCondition(params, 'state')}
      )
      ${groupBy} ${inTheBackground}`;
  },
  /** `maturity`: shares at ages of 0 … 30 days; none where the application's history says too little. */
  params: z.object({ ...columnParams.shape, maturity }),
  row: z.object(objectRow),
  sums: ['first_launches', 'matured'],
});
export type PeopleSum = 'first_launches' | 'matured';

/** The same by day of the first launch: first instants of days, users, and the sums of their shares. */
export const peopleByDay = defineQuery({
  name: 'rule-people-days',
  sql: (params) => {
    const { ids, groupBy } = groupedBy(params);
    return `SELECT ${ids}, sumMap([launch_day], [toUInt64(1)], [usual_share]) AS by_day, ${newestPosition}
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, log_position, ${shareAtAge(params.maturity)} AS usual_share,
          roundDown(${launchMs}, {edges_ms:Array(Int64)}) AS launch_day
        FROM cohort_install_v1 FINAL WHERE ${userCondition(params, 'state')}
      )
      ${groupBy} ${inTheBackground}`;
  },
  params: z.object({ ...columnParams.shape, maturity }),
  row: z.object({
    ...objectRow,
    by_day: z.tuple([z.array(z.number()), z.array(z.number()), z.array(z.number())]),
  }),
});
export type PeopleByDay = RowOf<typeof peopleByDay>;

/** What users of each time range bought, counted as of the instant asked for. */
export const purchaseSums = defineSums({
  name: 'rule-purchases',
  sql: (params) => {
    const { ids, groupBy } = groupedBy(params);
    return `SELECT ${ids}, ${perColumn(params, (inside) => `countIf(intro != 'none' AND ${inside})`, 'trials')},
        ${perColumn(params, (inside) => `countIf(is_trial_conversion AND ${inside})`, 'trial_conversions')},
        ${perColumn(params, (inside) => `countIf(is_converted AND ${inside})`, 'conversions')},
        ${perColumn(params, (inside) => `countIf(is_converted AND is_refunded AND ${inside})`, 'refunded_conversions')}, ${newestPosition}
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, log_position, intro, is_trial_conversion, is_converted, is_refunded,
          ${instantColumns(params, launchMs)}
        FROM cohort_subscription_v1 FINAL WHERE NOT is_removed AND ${userCondition(params, 'install_state')}
      )
      ${groupBy} ${inTheBackground}`;
  },
  params: columnParams,
  row: z.object(objectRow),
  sums: ['trials', 'trial_conversions', 'conversions', 'refunded_conversions'],
});
export type PurchaseSum = 'trials' | 'trial_conversions' | 'conversions' | 'refunded_conversions';
