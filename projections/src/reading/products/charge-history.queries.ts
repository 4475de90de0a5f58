import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const moneyOfNow = { latest_currencies: z.array(z.string()), latest_factors: z.array(z.number()) };
const params = z.object({
  application_id: z.number(),
  product_id: z.string(),
  small_business: z.boolean(),
  ...moneyOfNow,
});
const factor =
  'transform(toString(currency), {latest_currencies:Array(String)}, {latest_factors:Array(Float64)}, toFloat64(0))';
const charges = `charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind = 'charge' AND is_priced
        AND ({product_id:String} = '' OR product_id = {product_id:String})`;

/**
 * What subscriptions had paid on average by charge n, net, at today's rates: by country ('' for the world) and n, with the
 * number of payers. Micros of the answer's currency.
 */
export const paidByCharge = defineQuery({
  name: 'paid-by-charge',
  sql: `SELECT product, country, charge, count() AS payers, avg(paid) AS paid
    FROM (
      SELECT product, arrayJoin(['', storefront]) AS country, n AS charge, sums[n] AS paid
      FROM (
        SELECT toString(product_id) AS product, toString(any(c.storefront)) AS storefront,
          arrayCumSum(arrayMap(made -> made.2, arraySort(groupArray((charge_number,
            if({small_business:Bool}, net_small_business_micros, net_micros) * ${factor}))))) AS sums
        FROM (SELECT * FROM ${charges}) AS c
        GROUP BY application_id, original_transaction_id, product_id
      ) ARRAY JOIN arrayEnumerate(sums) AS n
    ) GROUP BY product, country, charge ORDER BY product, country, charge`,
  params,
  row: z.object({
    product: z.string(),
    country: z.string(),
    charge: z.number(),
    payers: z.number(),
    paid: z.number(),
  }),
});

/** What a charge costs without tax, before the store's fee: the mean of the newest hundred, by country ('' for the world). */
export const presentPrice = defineQuery({
  name: 'present-price',
  sql: `SELECT product, country, avg(price) AS price FROM (
      SELECT toString(product_id) AS product, arrayJoin(['', toString(storefront)]) AS country,
        gross_ex_vat_micros * ${factor} AS price
      FROM ${charges} ORDER BY purchased_at DESC LIMIT 100 BY product, country
    ) GROUP BY product, country`,
  params,
  row: z.object({ product: z.string(), country: z.string(), price: z.number() }),
});

/** Net proceeds so far of subscriptions and their introductions at today's rates, by country ('' for the world). */
export const proceedsSoFar = defineQuery({
  name: 'proceeds-so-far',
  sql: `SELECT toString(product_id) AS product, arrayJoin(['', toString(storefront)]) AS country,
      sum(if({small_business:Bool}, net_small_business_micros, net_micros) * ${factor}) AS micros
    FROM charge_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND kind != 'none' AND is_priced
      AND ({product_id:String} = '' OR product_id = {product_id:String})
    GROUP BY product, country`,
  params,
  row: z.object({ product: z.string(), country: z.string(), micros: z.number() }),
});
