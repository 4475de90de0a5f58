/**
 * Common table expressions about money, each one pass over its table.
 *
 * `factors`: what one unit of a currency was worth in the answer's, on each day both were published; rates are units per
 * euro. A day without a rate takes the last one before it, days before the oldest take the oldest: the oldest stands once more
 * at the beginning of time, and joins ask for the last row on or before a day.
 *
 * `prices` work alike; a purchase without a storefront takes the last price of its product anywhere, which stands under an
 * empty storefront.
 */
export const moneyTables = `
  factors AS (
    SELECT currency, known_factor.1 AS day, known_factor.2 AS factor FROM (
      SELECT rate.1 AS currency, arraySort(groupArray((rate_day, target / rate.2))) AS known FROM (
        SELECT day AS rate_day, groupArray((toString(currency), units_per_euro)) AS day_rates,
          maxIf(units_per_euro, currency = {currency:String}) AS target
        FROM exchange_rate_per_day_v1 FINAL GROUP BY rate_day HAVING target > 0
      ) ARRAY JOIN day_rates AS rate GROUP BY currency
    ) ARRAY JOIN arrayConcat([(toDate('1970-01-01'), known[1].2)], known) AS known_factor
  ),
  prices AS (
    SELECT product_id, storefront, kind, price.1 AS day, price.2 AS currency, price.3 AS gross_ex_vat_micros FROM (
      SELECT product_id, storefront, kind, arraySort(groupArray((price_day, named.1, named.2))) AS known FROM (
        SELECT toString(product_id) AS product_id, arrayJoin([toString(p.storefront), '']) AS storefront,
          toString(p.kind) AS kind, day AS price_day,
          argMax((toString(currency), gross_ex_vat_micros), log_position) AS named
        FROM product_price_per_day_v1 AS p FINAL WHERE application_id = {application_id:UInt64}
        GROUP BY product_id, storefront, kind, price_day
      ) GROUP BY product_id, storefront, kind
    ) ARRAY JOIN arrayConcat([(toDate('1970-01-01'), known[1].2, known[1].3)], known) AS price
  )`;

/**
 * Groups of charges with what they brought, each in the currency it was made in; `micros` and `currency` are null where no
 * price is known.
 * @param keys Expressions with names to group by, beside product, currency and day.
 * @param condition Which charges.
 */
export const pricedCharges = (keys: Readonly<Record<string, string>>, condition: string): string => {
  const names = Object.keys(keys);
  const grouped = [...names, 'product', 'charge_day', 'charge_currency', 'price_storefront', 'price_kind'].join(', ');
  return `
    SELECT ${names.map((name) => `c.${name} AS ${name}, `).join('')} c.product AS product_id, c.charge_day AS day,
      c.sales AS sales, if(c.price_kind = '', c.charge_currency, p.currency) AS currency,
      if(c.price_kind = '', toFloat64(c.net), c.kept * p.gross_ex_vat_micros) AS micros
    FROM (
      SELECT ${names.map((name) => `${keys[name]} AS ${name}, `).join('')} toString(product_id) AS product,
        toDate(purchased_at) AS charge_day, toString(currency) AS charge_currency,
        if(is_priced, '', toString(storefront)) AS price_storefront, if(is_priced, '', toString(kind)) AS price_kind,
        count() AS sales, sum(if({small_business:Bool}, net_small_business_micros, net_micros)) AS net,
        sum(if({small_business:Bool}, kept_share_small_business, kept_share)) AS kept
      FROM charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind != 'none' AND ${condition}
      GROUP BY ${grouped}
    ) AS c
    ASOF LEFT JOIN prices AS p ON c.product = p.product_id AND c.price_kind = p.kind
      AND c.price_storefront = p.storefront AND c.charge_day >= p.day`;
};

/**
 * Rows with `converted`, their `micros` in the answer's currency; null where no price or no rate is known.
 * @param rows A select with `currency`, `day` and `micros`.
 */
export const withConverted = (rows: string): string => `
    SELECT m.*, multiIf(m.micros = 0, 0, m.currency = {currency:String}, m.micros, m.micros * f.factor) AS converted
    FROM (${rows}) AS m ASOF LEFT JOIN factors AS f ON m.currency = f.currency AND m.day >= f.day`;

/** The sum of converted amounts: the known part, and null when none is known. */
export const convertedSum = 'if(count(converted) = 0, NULL, sum(converted))';

/** Left joins must say what they did not find. */
export const moneySettings = 'SETTINGS join_use_nulls = 1';
