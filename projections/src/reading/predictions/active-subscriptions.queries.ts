import { defineQuery, type RowOf } from '@tapwise/adapters';
import { z } from 'zod';
import { isActive, statusNow } from '../subscriptions/active-subscription.queries.ts';

const instants = `ifNull(toUnixTimestamp64Milli(trial_started_at), 0) AS trial_started_ms,
      ifNull(toUnixTimestamp64Milli(period_started_at), 0) AS period_started_ms,
      ifNull(toUnixTimestamp64Milli(coalesce(period_expires_at, intro_expires_at)), 0) AS due_ms,
      ifNull(toUnixTimestamp64Milli(retry_since), 0) AS retry_since_ms`;
const ofApplication = `application_id = {application_id:UInt64} AND ${isActive()}`;

/** A page of active subscriptions, in the order of their original transactions. */
export const activeSubscriptionsPage = defineQuery({
  name: 'live-subscriptions',
  sql: `SELECT original_transaction_id AS transaction, toString(product_id) AS product_id, toString(storefront) AS storefront,
      ${statusNow} AS status_now, line_charge_count, ${instants}, paid_service_days,
      owed_payments, ends_after_owed,
      toFloat64(next_price_ex_vat_micros) AS price_micros, toString(next_price_currency) AS currency
    FROM subscription_current_v1 FINAL
    WHERE ${ofApplication} AND original_transaction_id > {after:String}
    ORDER BY original_transaction_id LIMIT {limit:UInt32}`,
  params: z.object({ application_id: z.number(), now_ms: z.number(), after: z.string(), limit: z.number() }),
  row: z.object({
    transaction: z.string(),
    product_id: z.string(),
    storefront: z.string(),
    status_now: z.enum(['trial', 'active', 'billing_issues']),
    line_charge_count: z.number(),
    trial_started_ms: z.number(),
    period_started_ms: z.number(),
    due_ms: z.number(),
    retry_since_ms: z.number(),
    paid_service_days: z.number(),
    price_micros: z.number().nullable(),
    currency: z.string(),
    owed_payments: z.number(),
    ends_after_owed: z.boolean(),
  }),
});
export type ActiveSubscriptionRow = RowOf<typeof activeSubscriptionsPage>;

/** The last price without tax that was named for a product and storefront. */
export const presentPrices = defineQuery({
  name: 'present-prices',
  sql: `SELECT toString(product_id) AS product_id, toString(storefront) AS storefront, max(day) AS last_day,
      toFloat64(argMax(gross_ex_vat_micros, (day, p.log_position))) AS price_micros,
      argMax(toString(currency), (day, p.log_position)) AS currency
    FROM product_price_per_day_v1 AS p FINAL WHERE application_id = {application_id:UInt64} AND kind = 'charge'
    GROUP BY product_id, storefront ORDER BY last_day`,
  params: z.object({ application_id: z.number() }),
  row: z.object({
    product_id: z.string(),
    storefront: z.string(),
    last_day: z.string(),
    price_micros: z.number(),
    currency: z.string(),
  }),
});

/** What active subscriptions brought so far, net, by product, currency and day (counted from 1970). */
export const receivedOfActive = defineQuery({
  name: 'received-of-live-subscriptions',
  sql: `SELECT toString(product_id) AS product_id, toString(currency) AS currency, toUInt32(toDate(purchased_at)) AS day,
      toFloat64(sum(if({small_business:Bool}, net_small_business_micros, net_micros))) AS micros
    FROM charge_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND kind != 'none' AND is_priced
      AND original_transaction_id IN (SELECT original_transaction_id FROM subscription_current_v1 FINAL WHERE ${ofApplication})
    GROUP BY product_id, currency, day`,
  params: z.object({ application_id: z.number(), now_ms: z.number(), small_business: z.boolean() }),
  row: z.object({ product_id: z.string(), currency: z.string(), day: z.number(), micros: z.number() }),
});
