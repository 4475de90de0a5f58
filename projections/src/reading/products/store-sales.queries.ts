import { defineQuery } from '@tapwise/adapters';
import { pendingStoreDayReasons } from '@tapwise/domain';
import { z } from 'zod';

const application = { application_id: z.number() };
const day = 'toUInt32(day) AS day';

/** Units and proceeds of an app's products, by country, currency and day (counted from 1970). Micros of the currency. */
export const productSales = defineQuery({
  name: 'store-product-sales',
  sql: `SELECT toString(product_id) AS product_id, toString(country) AS country, kind = 'subscription' AS is_subscription,
      toString(proceeds_currency) AS currency, ${day}, sumIf(units, units > 0 AND price_micros > 0) AS purchases,
      toFloat64(sum(proceeds_micros)) AS proceeds
    FROM store_sales_per_day_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND kind IN ('purchase', 'subscription')
    GROUP BY product_id, country, is_subscription, currency, day`,
  params: z.object(application),
  row: z.object({
    product_id: z.string(),
    country: z.string(),
    is_subscription: z.union([z.boolean(), z.number()]).transform(Boolean),
    currency: z.string(),
    day: z.number(),
    purchases: z.number(),
    proceeds: z.number(),
  }),
});

/** What a product last cost in each country: price of one unit, in micros of the currency. */
export const productPrices = defineQuery({
  name: 'store-product-prices',
  sql: `SELECT toString(product_id) AS product_id, toString(country) AS country, toString(named.1) AS currency, named.2 AS micros
    FROM (
      SELECT product_id, country, argMax((price_currency, price_micros / units), (day, s.log_position)) AS named
      FROM store_sales_per_day_v1 AS s FINAL
      WHERE application_id = {application_id:UInt64} AND kind IN ('purchase', 'subscription') AND units > 0 AND price_micros > 0
      GROUP BY product_id, country
    )`,
  params: z.object(application),
  row: z.object({ product_id: z.string(), country: z.string(), currency: z.string(), micros: z.number() }),
});

/** First downloads and proceeds of an app and its products, by country, currency and day; of one device or all (''). */
export const countrySales = defineQuery({
  name: 'store-country-sales',
  sql: `SELECT toString(country) AS country, toString(proceeds_currency) AS currency, ${day},
      sumIf(units, kind = 'download') AS installs, toFloat64(sum(proceeds_micros)) AS proceeds
    FROM store_sales_per_day_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND ({device:String} = '' OR device = {device:String})
    GROUP BY country, currency, day`,
  params: z.object({ ...application, device: z.string() }),
  row: z.object({
    country: z.string(),
    currency: z.string(),
    day: z.number(),
    installs: z.number(),
    proceeds: z.number(),
  }),
});

/** Rows of the store's reports that are not counted, the days they are of, and when the newest report came (milliseconds, 0 for never). */
export const storeReportsState = defineQuery({
  name: 'store-reports-state',
  sql: `SELECT toUInt64(sum(rows)) AS set_aside, toUInt64(sum(rows_without_money)) AS without_money,
      toString(minIf(day, rows > 0)) AS first_day, toString(maxIf(day, rows > 0)) AS last_day,
      (SELECT max(toUnixTimestamp64Milli(fresh_at)) FROM source_freshness_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND source = 'store_reports') AS fresh_ms
    FROM store_set_aside_per_day_v1 FINAL WHERE application_id = {application_id:UInt64} AND report = 'sales'`,
  params: z.object(application),
  row: z.object({
    set_aside: z.number(),
    without_money: z.number(),
    first_day: z.string(),
    last_day: z.string(),
    fresh_ms: z.number(),
  }),
});

/**
 * The first day that reports were asked for, and the first on which a subscription began; empty while there is none. Reports come newest
 * first.
 */
export const storeReportsReach = defineQuery({
  name: 'store-reports-reach',
  sql: `SELECT (SELECT toString(minOrNull(day)) FROM (
        SELECT min(day) AS day FROM store_sales_per_day_v1 WHERE application_id = {application_id:UInt64} HAVING count() > 0
        UNION ALL
        SELECT min(day) AS day FROM store_day_pending_v1 WHERE application_id = {application_id:UInt64} HAVING count() > 0
      )) AS reports_from,
      toString(toDate(minOrNull(started_at), {zone:String})) AS subscriptions_from
    FROM subscription_current_v1 FINAL WHERE application_id = {application_id:UInt64} AND kind = 'subscription'`,
  params: z.object({ ...application, zone: z.string() }),
  row: z.object({ reports_from: z.string().nullable(), subscriptions_from: z.string().nullable() }),
});

/** Money of those rows by currency, in micros of it. */
export const setAsideMoney = defineQuery({
  name: 'store-set-aside-money',
  sql: `SELECT money.1 AS currency, toFloat64(sum(money.2)) AS proceeds_micros, toFloat64(sum(money.3)) AS price_micros
    FROM (
      SELECT arrayJoin(arrayZip(currencies, proceeds_micros, price_micros)) AS money
      FROM store_set_aside_per_day_v1 FINAL WHERE application_id = {application_id:UInt64} AND report = 'sales'
    )
    GROUP BY currency ORDER BY currency`,
  params: z.object(application),
  row: z.object({ currency: z.string(), proceeds_micros: z.number(), price_micros: z.number() }),
});

/** Days whose reports should be there, newest first. */
export const pendingStoreDays = defineQuery({
  name: 'store-days-pending',
  sql: `SELECT toString(day) AS day, toString(reason) AS reason, columns
    FROM store_day_pending_v1 FINAL WHERE application_id = {application_id:UInt64} AND reason != '' ORDER BY day DESC`,
  params: z.object(application),
  row: z.object({ day: z.string(), reason: pendingStoreDayReasons, columns: z.array(z.string()) }),
});
