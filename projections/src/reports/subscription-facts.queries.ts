import { defineQuery } from '@tapwise/infra';
import { z } from 'zod';
import { bucketOfInstant, now, objectOfUser, usersAsked } from './fact-conditions.queries.ts';
import { factParams } from './fact-params.ts';

const numbers = z.array(z.number());

/** The row of a statement made by `subscriptionGroups`. */
export const subscriptionGroup = z.object({
  ...{ object: z.string(), bucket: z.string(), parent_campaign: z.number(), parent_group: z.number() },
  ...{ product: z.string(), status: z.string(), count: z.number() },
  ...{ trials: z.number(), trial_conversions: z.number(), conversions: z.number(), refunded_conversions: z.number() },
  /** The live ones, one by one: where each was bought, charges of its product line, what its fee depends on. */
  ...{ storefronts: z.array(z.string()), charges: numbers, paid_service_days: numbers },
  /** Milliseconds since its trial began, or its payment was due; for active ones the share of the period that has gone. */
  elapsed: numbers,
  /** Price of its next charge without tax; 0 and '' where the store named none. */
  ...{ price_micros: numbers, price_currencies: z.array(z.string()) },
});
export type SubscriptionGroup = z.infer<typeof subscriptionGroup>;

// One-time purchases and free periods that are no introduction bring nothing more.
const isLive = `kind = 'subscription' AND status_now IN ('trial', 'active', 'billing_issues')
        AND (line_charge_count > 0 OR (status_now != 'active' AND isNotNull(trial_started_at)))`;
const since = (column: string): string => `{now_ms:Int64} - toUnixTimestamp64Milli(assumeNotNull(${column}))`;
const period =
  'toUnixTimestamp64Milli(assumeNotNull(period_expires_at)) - toUnixTimestamp64Milli(assumeNotNull(period_started_at))';
const elapsed = `multiIf(status_now = 'trial', toFloat64(${since('trial_started_at')}),
          status_now = 'billing_issues', toFloat64(${since('retry_since')}),
          isNull(period_expires_at) OR isNull(period_started_at) OR ${period} <= 0, toFloat64(0),
          (${since('period_started_at')}) / (${period}))`;

const statusNow = `multiIf(ifNull(ended_at <= ${now}, false), toString(ended_status),
          ifNull(billing_issues_at <= ${now}, false), 'billing_issues', toString(status))`;

/**
 * Groups of subscriptions by object, bucket, product and state at the instant asked for.
 * @param object Expression for what they are grouped by, beside product and state.
 * @param condition Which ones.
 */
export const subscriptionGroups = (object: string, bucket: string, condition: string): string => `
    SELECT object, bucket, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group, product, status_now AS status,
      count() AS count, countIf(intro != 'none') AS trials, countIf(is_trial_conversion) AS trial_conversions,
      countIf(is_converted) AS conversions, countIf(is_converted AND is_refunded) AS refunded_conversions,
      groupArrayIf(place, is_live) AS storefronts, groupArrayIf(line_charge_count, is_live) AS charges,
      groupArrayIf(paid_days, is_live) AS paid_service_days, groupArrayIf(gone, is_live) AS elapsed,
      groupArrayIf(price, is_live) AS price_micros, groupArrayIf(currency, is_live) AS price_currencies
    FROM (
      SELECT object, bucket, campaign_id, ad_group_id, product, status_now, intro, is_trial_conversion, is_converted, is_refunded,
        place, line_charge_count, paid_days, price, currency, ${isLive} AS is_live, ${elapsed} AS gone
      FROM (
        SELECT ${object} AS object, ${bucket} AS bucket, campaign_id, ad_group_id, toString(product_id) AS product,
          ${statusNow} AS status_now, intro, is_trial_conversion, is_converted, is_refunded, kind, toString(storefront) AS place,
          line_charge_count, period_started_at, period_expires_at, trial_started_at, retry_since, paid_service_days AS paid_days,
          ifNull(next_price_ex_vat_micros, 0) AS price, toString(next_price_currency) AS currency
        FROM subscription_current_v1 FINAL WHERE kind != 'none' AND ${condition}
      )
    )
    GROUP BY object, bucket, product, status_now`;

/** What the cohort's users bought, by product and state at the instant asked for. */
export const subscriptionFacts = defineQuery({
  name: 'report-subscriptions',
  sql: (params) =>
    subscriptionGroups(
      objectOfUser(params, 'install_state'),
      bucketOfInstant(params, 'first_launch_at'),
      usersAsked(params, 'install_state'),
    ),
  params: factParams,
  row: subscriptionGroup,
});
