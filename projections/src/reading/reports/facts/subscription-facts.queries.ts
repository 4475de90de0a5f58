import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { isLive, statusNow } from '../../subscriptions/live-subscription.queries.ts';
import { bucketOfPurchase, objectOfUser, onDayOfLaunch, parentsOf, usersAsked } from './fact-conditions.queries.ts';
import { factParams } from './fact-params.ts';

/** The row of a statement made by `subscriptionGroups`: subscriptions of the same value but for their age. */
export const subscriptionGroup = z.object({
  ...{ object: z.string(), bucket: z.string(), parent_campaign: z.number(), parent_group: z.number() },
  ...{ product: z.string(), status: z.string(), count: z.number() },
  ...{ trials: z.number(), trial_conversions: z.number(), conversions: z.number(), refunded_conversions: z.number() },
  /** Of live ones: where they were bought, charges of their product line, what their fee depends on. */
  ...{ storefront: z.string(), charges: z.number(), paid_service_days: z.number() },
  /** Price of their next charge without tax; 0 and '' where the store named none. */
  ...{ price_micros: z.number(), price_currency: z.string() },
  /**
   * Of each live one: milliseconds since its trial began, or its payment was due; for active ones the share of the period that
   * has gone. Empty when the group is not live.
   */
  elapsed: z.array(z.number()),
});
export type SubscriptionGroup = z.infer<typeof subscriptionGroup>;

const since = (column: string): string => `{now_ms:Int64} - toUnixTimestamp64Milli(assumeNotNull(${column}))`;
const period =
  'toUnixTimestamp64Milli(assumeNotNull(period_expires_at)) - toUnixTimestamp64Milli(assumeNotNull(period_started_at))';
const elapsed = `multiIf(status_now = 'trial', toFloat64(${since('trial_started_at')}),
          status_now = 'billing_issues', toFloat64(${since('retry_since')}),
          isNull(period_expires_at) OR isNull(period_started_at) OR ${period} <= 0, toFloat64(0),
          (${since('period_started_at')}) / (${period}))`;

const ofLive = (column: string, nothing: string): string => `if(is_live, ${column}, ${nothing})`;

/**
 * Groups of subscriptions by object, bucket, product and state at the instant asked for; live ones also by what their value
 * depends on.
 * @param by Expressions for what they are grouped by beside product and state, and the columns of their parents.
 * @param condition Which ones.
 */
export const subscriptionGroups = (
  { object, bucket, parents }: { object: string; bucket: string; parents: string },
  condition: string,
): string => `
    SELECT toString(object_key) AS object, toString(bucket_key) AS bucket, ${parents},
      toString(product_id) AS product, toString(status_now) AS status,
      count() AS count, countIf(intro != 'none') AS trials, countIf(is_trial_conversion) AS trial_conversions,
      countIf(is_converted) AS conversions, countIf(is_converted AND is_refunded) AS refunded_conversions,
      toString(place) AS storefront, line_charges AS charges, paid_days AS paid_service_days, price AS price_micros,
      toString(currency) AS price_currency, groupArrayIf(gone, is_live) AS elapsed
    FROM (
      SELECT object_key, bucket_key, campaign_id, ad_group_id, product_id, status_now, intro, is_trial_conversion, is_converted, is_refunded,
        ${isLive('status_now')} AS is_live, ${elapsed} AS gone, ${ofLive('storefront', "''")} AS place, ${ofLive('line_charge_count', '0')} AS line_charges,
        ${ofLive('paid_service_days', '0')} AS paid_days, ${ofLive('ifNull(next_price_ex_vat_micros, 0)', '0')} AS price,
        ${ofLive('next_price_currency', "''")} AS currency
      FROM (
        SELECT ${object} AS object_key, ${bucket} AS bucket_key, campaign_id, ad_group_id, product_id,
          ${statusNow} AS status_now, intro, is_trial_conversion, is_converted, is_refunded, kind, storefront,
          line_charge_count, period_started_at, period_expires_at, trial_started_at, retry_since, paid_service_days,
          next_price_ex_vat_micros, next_price_currency
        FROM subscription_current_v1 FINAL WHERE kind != 'none' AND ${condition}
      )
    )
    GROUP BY object_key, bucket_key, product_id, status_now, place, line_charges, paid_days, price, currency`;

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
      `${usersAsked(params, 'install_state')} ${onDayOfLaunch(params, 'started_at')}`,
    ),
  params: factParams,
  row: subscriptionGroup,
});
