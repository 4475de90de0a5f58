import { defineQuery, type RowOf } from '@tapwise/adapters';
import { reducedFee, standardFee } from '@tapwise/domain';
import { z } from 'zod';
import { objectOfUser, userCondition } from '../reports/facts/fact-conditions.queries.ts';
import { factParams } from '../reports/facts/fact-params.ts';
import { isActive, statusNow } from '../subscriptions/active-subscription.queries.ts';

const params = z.object({
  ...factParams.shape,
  /** Only this object, as facts name it. */
  object: z.string(),
});

const kindOf = (status: string): string =>
  `multiIf(kind = 'one_time', 'one_time', ${status} IN ('trial', 'active', 'billing_issues'), ${status}, 'ended')`;

/** How many of the row's subscriptions and purchases are of each kind, and how many of those may still bring money. */
export const rowCounts = defineQuery({
  name: 'explain-counts',
  sql: (shape) => `SELECT ${kindOf(statusNow)} AS part, count() AS count, countIf(${isActive()}) AS live
    FROM subscription_current_v1 FINAL
    WHERE kind != 'none' AND ${userCondition(shape, 'install_state')}
      AND toString(${objectOfUser(shape, 'install_state')}) = {object:String}
    GROUP BY part`,
  params,
  row: z.object({ part: z.string(), count: z.number(), live: z.number() }),
});

/** What the row's users paid, net, by kind, storefront, currency and day (counted from 1970). Micros of the currency. */
export const rowReceipts = defineQuery({
  name: 'explain-receipts',
  sql: (shape) => `SELECT part, storefront, currency, day, count() AS sales, toFloat64(sum(net)) AS micros,
      countIf(is_refund_estimated) AS interrupted, sumIf(full_net * refunded_share, is_refund_estimated) AS taken_back
    FROM (
      SELECT multiIf(kind = 'one_time', 'one_time', kind = 'intro', 'intro', ifNull(s.part, 'ended')) AS part,
        toString(c.storefront) AS storefront, toString(c.currency) AS currency, toUInt32(toDate(c.purchased_at)) AS day,
        if({small_business:Bool}, c.net_small_business_micros, c.net_micros) AS net,
        c.gross_ex_vat_micros * (1 - if({small_business:Bool} OR c.is_second_year, ${reducedFee}, ${standardFee})) AS full_net,
        c.is_refund_estimated AS is_refund_estimated, c.refunded_share AS refunded_share
      FROM (
        SELECT * FROM charge_v1 FINAL WHERE kind != 'none' AND is_priced AND ${userCondition(shape, 'install_state')}
          AND toString(${objectOfUser(shape, 'install_state')}) = {object:String}
      ) AS c
      LEFT JOIN (
        SELECT original_transaction_id, toNullable(${kindOf(statusNow)}) AS part FROM subscription_current_v1 FINAL
        WHERE kind != 'none' AND ${userCondition(shape, 'install_state')}
      ) AS s ON c.original_transaction_id = s.original_transaction_id
    ) GROUP BY part, storefront, currency, day`,
  params,
  row: z.object({
    part: z.string(),
    storefront: z.string(),
    currency: z.string(),
    day: z.number(),
    sales: z.number(),
    micros: z.number(),
    /** Payments that an upgrade interrupted, and what of them was not used; micros. */
    interrupted: z.number(),
    taken_back: z.number(),
  }),
});

export type RowReceipt = RowOf<typeof rowReceipts>;

/** The row's subscriptions that may still bring money; at most `limit`, so that the biggest rows are cut. */
export const rowActiveSubscriptions = defineQuery({
  name: 'explain-live',
  sql: (
    shape,
  ) => `SELECT toString(product_id) AS product_id, toString(storefront) AS storefront, ${statusNow} AS status_now,
      keyword_id, line_charge_count, paid_service_days, owed_payments, ends_after_owed,
      ifNull(toUnixTimestamp64Milli(trial_started_at), 0) AS trial_started_ms,
      ifNull(toUnixTimestamp64Milli(period_started_at), 0) AS period_started_ms,
      ifNull(toUnixTimestamp64Milli(period_expires_at), 0) AS period_expires_ms,
      ifNull(toUnixTimestamp64Milli(retry_since), 0) AS retry_since_ms,
      toFloat64(next_price_ex_vat_micros) AS price_micros, toString(next_price_currency) AS currency
    FROM subscription_current_v1 FINAL
    WHERE ${isActive()} AND ${userCondition(shape, 'install_state')}
      AND toString(${objectOfUser(shape, 'install_state')}) = {object:String}
    ORDER BY original_transaction_id LIMIT {limit:UInt32}`,
  params: z.object({ ...params.shape, limit: z.number() }),
  row: z.object({
    product_id: z.string(),
    storefront: z.string(),
    keyword_id: z.number(),
    line_charge_count: z.number(),
    status_now: z.enum(['trial', 'active', 'billing_issues']),
    paid_service_days: z.number(),
    trial_started_ms: z.number(),
    period_started_ms: z.number(),
    period_expires_ms: z.number(),
    retry_since_ms: z.number(),
    price_micros: z.number().nullable(),
    currency: z.string(),
    owed_payments: z.number(),
    ends_after_owed: z.boolean(),
  }),
});
export type RowActiveSubscription = RowOf<typeof rowActiveSubscriptions>;
