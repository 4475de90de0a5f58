import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { isActive, statusNumber, statusOfNumber } from '../../subscriptions/active-subscription.queries.ts';
import { bucketOfPurchase, objectOfUser, onDayOfLaunch, parentsOf, userCondition } from './fact-conditions.queries.ts';
import { factParams } from './fact-params.ts';

/** The row of a statement made by `subscriptionGroups`: subscriptions of one product and state, and each active one of them. */
export const subscriptionGroup = z.object({
  object: z.string(),
  bucket: z.string(),
  parent_campaign: z.number(),
  parent_group: z.number(),
  product: z.string(),
  status: z.string(),
  count: z.number(),
  trials: z.number(),
  trial_conversions: z.number(),
  conversions: z.number(),
  refunded_conversions: z.number(),
  /** Of each active one: where it was bought, and the currency of its next charge; '' where the store named none. */
  storefronts: z.array(z.string()),
  price_currencies: z.array(z.string()),
  /** Of the same ones: when the trial or the period began, or the payment was due, and how long the period is; milliseconds. */
  began_ms: z.array(z.number()),
  lasts_ms: z.array(z.number()),
  /** Of the same ones: charges of their product line, what their fee depends on, and the price of their next charge without tax or 0. */
  charges: z.array(z.number()),
  service_days: z.array(z.number()),
  prices_micros: z.array(z.number()),
  /** Of the same ones: payments that are owed, and whether nothing follows them (1); empty where that is so of none. */
  owed: z.array(z.number()),
  ends_after_owed: z.array(z.number()),
});
export type SubscriptionGroup = z.infer<typeof subscriptionGroup>;

const ofActive = (column: string): string => `groupArrayIf(${column}, is_live)`;
/** Nearly always 0, and then not worth sending. */
const ofSome = (column: string): string => `if(maxIf(${column}, is_live) = 0, [], ${ofActive(column)})`;

/**
 * Groups of subscriptions by object, bucket, product and state at the instant asked for, with what the value of each active one
 * depends on. Values of one group are in one order.
 * @param by Expressions for what they are grouped by beside product and state, and the columns of their parents.
 * @param from Table and condition.
 */
export const subscriptionGroups = (
  { object, bucket, parents }: { object: string; bucket: string; parents: string },
  from: string,
): string => `
    SELECT toString(object_key) AS object, ${bucket === "''" ? "''" : 'toString(bucket_key)'} AS bucket, ${parents},
      product_id AS product, ${statusOfNumber('status_now')} AS status,
      count() AS count, countIf(intro != 'none') AS trials, countIf(is_trial_conversion) AS trial_conversions,
      countIf(is_converted) AS conversions, countIf(is_converted AND is_refunded) AS refunded_conversions,
      ${ofActive('storefront')} AS storefronts, ${ofActive('next_price_currency')} AS price_currencies,
      ${ofActive('if(status_now = 3, retry_ms, since_ms)')} AS began_ms, ${ofActive('period_ms')} AS lasts_ms,
      ${ofActive('line_charge_count')} AS charges, ${ofActive('paid_service_days')} AS service_days, ${ofActive('price_micros')} AS prices_micros,
      ${ofSome('owed_payments')} AS owed, ${ofSome('toUInt8(is_ending)')} AS ends_after_owed
    FROM (
      SELECT ${object} AS object_key, ${bucket} AS bucket_key, campaign_id, ad_group_id, product_id, ${statusNumber} AS status_now,
        ${isActive('status_now')} AS is_live, intro, is_trial_conversion, is_converted, is_refunded, storefront, next_price_currency,
        retry_ms, since_ms, period_ms, line_charge_count, paid_service_days, price_micros,
        owed_payments, ends_after_owed AS is_ending
      FROM ${from}
    )
    GROUP BY object_key, ${bucket === "''" ? '' : 'bucket_key, '}product_id, status_now`;

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
        WHERE NOT is_removed AND ${userCondition(params, 'install_state')} ${onDayOfLaunch(params, 'started_at')}`,
    ),
  params: factParams,
  row: subscriptionGroup,
});
