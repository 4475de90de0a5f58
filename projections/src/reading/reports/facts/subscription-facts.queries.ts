import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { isLiveNumber, statusNumber, statusOfNumber } from '../../subscriptions/live-subscription.queries.ts';
import { bucketOfPurchase, objectOfUser, onDayOfLaunch, parentsOf, usersAsked } from './fact-conditions.queries.ts';
import { factParams } from './fact-params.ts';

/** The row of a statement made by `subscriptionGroups`: subscriptions of one product and state, and each live one of them. */
export const subscriptionGroup = z.object({
  ...{ object: z.string(), bucket: z.string(), parent_campaign: z.number(), parent_group: z.number() },
  ...{ product: z.string(), status: z.string(), count: z.number() },
  ...{ trials: z.number(), trial_conversions: z.number(), conversions: z.number(), refunded_conversions: z.number() },
  /** Of live ones: where they were bought, and the currency of their next charge; '' where the store named none. */
  ...{ storefront: z.string(), price_currency: z.string() },
  /**
   * Of each live one: milliseconds since its trial began, or its payment was due; for active ones the share of the period that
   * has gone. Empty when the group is not live.
   */
  elapsed: z.array(z.number()),
  /** Of the same ones: charges of their product line, what their fee depends on, and the price of their next charge without tax or 0. */
  ...{ charges: z.array(z.number()), paid_service_days: z.array(z.number()), price_micros: z.array(z.number()) },
});
export type SubscriptionGroup = z.infer<typeof subscriptionGroup>;

const since = (column: string): string => `{now_ms:Int64} - toUnixTimestamp64Milli(assumeNotNull(${column}))`;
const period =
  'toUnixTimestamp64Milli(assumeNotNull(period_expires_at)) - toUnixTimestamp64Milli(assumeNotNull(period_started_at))';
const elapsed = `multiIf(status_now = 1, toFloat64(${since('trial_started_at')}),
          status_now = 3, toFloat64(${since('retry_since')}),
          isNull(period_expires_at) OR isNull(period_started_at) OR ${period} <= 0, toFloat64(0),
          (${since('period_started_at')}) / (${period}))`;

const ofLive = (column: string): string => `groupArrayIf(${column}, is_live)`;

/**
 * Groups of subscriptions by object, bucket, product and state at the instant asked for, with what the value of each live one
 * depends on. Values of one group are in one order.
 * @param by Expressions for what they are grouped by beside product and state, and the columns of their parents.
 * @param from Table and condition.
 */
export const subscriptionGroups = (
  { object, bucket, parents }: { object: string; bucket: string; parents: string },
  from: string,
): string => `
    SELECT toString(object_key) AS object, ${bucket === "''" ? "''" : 'toString(bucket_key)'} AS bucket, ${parents},
      toString(product_id) AS product, ${statusOfNumber('status_now')} AS status,
      count() AS count, countIf(intro != 'none') AS trials, countIf(is_trial_conversion) AS trial_conversions,
      countIf(is_converted) AS conversions, countIf(is_converted AND is_refunded) AS refunded_conversions,
      place AS storefront, currency AS price_currency, ${ofLive('gone')} AS elapsed, ${ofLive('line_charge_count')} AS charges,
      ${ofLive('paid_days')} AS paid_service_days, ${ofLive('price')} AS price_micros
    FROM (
      SELECT object_key, bucket_key, campaign_id, ad_group_id, product_id, status_now, intro, is_trial_conversion, is_converted, is_refunded,
        ${isLiveNumber('status_now')} AS is_live, ${elapsed} AS gone, if(is_live, storefront, '') AS place, line_charge_count,
        paid_service_days AS paid_days, ifNull(next_price_ex_vat_micros, 0) AS price, if(is_live, next_price_currency, '') AS currency
      FROM (
        SELECT ${object} AS object_key, ${bucket} AS bucket_key, campaign_id, ad_group_id, product_id,
          ${statusNumber} AS status_now, intro, is_trial_conversion, is_converted, is_refunded, kind, storefront,
          line_charge_count, period_started_at, period_expires_at, trial_started_at, retry_since, paid_service_days,
          next_price_ex_vat_micros, next_price_currency
        FROM ${from}
      )
    )
    GROUP BY object_key, ${bucket === "''" ? '' : 'bucket_key, '}product_id, status_now, place, currency`;

/** What the cohort's users bought, by product and state at the instant asked for. */
export const subscriptionFacts = defineQuery({
  name: 'report-subscriptions',
  sql: (params) =>
    subscriptionGroups(
      {
        object: objectOfUser(params, 'install_state'),
        bucket: bucketOfPurchase(params, 'started_at'),
        parents: parentsOf(params),
      },
      `cohort_subscription_v1 FINAL
        WHERE NOT is_removed AND ${usersAsked(params, 'install_state')} ${onDayOfLaunch(params, 'started_at')}`,
    ),
  params: factParams,
  row: subscriptionGroup,
});
