/**
 * Common table expressions about money. Rates are units per euro, so an amount goes from one currency to another by the
 * quotient of two. A day without a rate takes the last one before it, days before the oldest take the oldest: the oldest rate
 * stands once more at the beginning of time, and the join asks for the last row on or before a day. Prices work alike; a
 * purchase without a storefront takes the last price of its product anywhere, which stands under an empty storefront.
 */
export const moneyTables = `
  rates AS (
    SELECT toString(currency) AS currency, day, units_per_euro FROM exchange_rate_per_day_v1 FINAL
    UNION ALL
    SELECT toString(currency), toDate('1970-01-01'), argMin(units_per_euro, day) FROM exchange_rate_per_day_v1 FINAL
    GROUP BY currency
  ),
  named_prices AS (
    SELECT toString(product_id) AS product_id, toString(storefront) AS storefront, toString(kind) AS kind, day,
      toString(currency) AS currency, gross_ex_vat_micros, log_position
    FROM product_price_per_day_v1 FINAL WHERE application_id = {application_id:UInt64}
  ),
  all_prices AS (
    SELECT product_id, storefront, kind, day, currency, gross_ex_vat_micros FROM named_prices
    UNION ALL
    SELECT product_id, '', kind, day, argMax(currency, log_position), argMax(gross_ex_vat_micros, log_position)
    FROM named_prices GROUP BY product_id, kind, day
  ),
  prices AS (
    SELECT * FROM all_prices
    UNION ALL
    SELECT product_id, storefront, kind, toDate('1970-01-01'), argMin(currency, day), argMin(gross_ex_vat_micros, day)
    FROM all_prices GROUP BY product_id, storefront, kind
  )`;

/**
 * Groups of charges with what they brought, each in the currency it was made in; `micros` and `currency` are null where no
 * price is known.
 * @param keys Expressions with names to group by, beside product, currency and day.
 * @param condition Which charges.
 */
export const pricedCharges = (keys: Readonly<Record<string, string>>, condition: string): string => {
  const names = Object.keys(keys);
  const grouped = [...names, 'product_id', 'day', 'charge_currency', 'price_storefront', 'price_kind'].join(', ');
  return `
    SELECT ${names.map((name) => `c.${name} AS ${name}, `).join('')} c.product_id AS product_id, c.day AS day, c.sales AS sales,
      {currency:String} AS to_currency, if(c.price_kind = '', c.charge_currency, p.currency) AS currency,
      if(c.price_kind = '', toFloat64(c.net), c.kept * p.gross_ex_vat_micros) AS micros
    FROM (
      SELECT ${names.map((name) => `${keys[name]} AS ${name}, `).join('')} toString(product_id) AS product_id,
        toDate(purchased_at) AS day, toString(currency) AS charge_currency,
        if(is_priced, '', toString(storefront)) AS price_storefront, if(is_priced, '', toString(kind)) AS price_kind,
        count() AS sales, sum(if({small_business:Bool}, net_small_business_micros, net_micros)) AS net,
        sum(if({small_business:Bool}, kept_share_small_business, kept_share)) AS kept
      FROM charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind != 'none' AND ${condition}
      GROUP BY ${grouped}
    ) AS c
    ASOF LEFT JOIN prices AS p ON c.product_id = p.product_id AND c.price_kind = p.kind
      AND c.price_storefront = p.storefront AND c.day >= p.day`;
};

/**
 * Rows with `factor`, what one unit of their currency was worth in the answer's on their day; null where nobody knows.
 * @param rows A select with `currency`, `to_currency` and `day`.
 */
export const withFactor = (rows: string): string => `
    SELECT m.*, if(m.currency = m.to_currency, 1, target.units_per_euro / source.units_per_euro) AS factor
    FROM (${rows}) AS m
    ASOF LEFT JOIN rates AS source ON m.currency = source.currency AND m.day >= source.day
    ASOF LEFT JOIN rates AS target ON m.to_currency = target.currency AND m.day >= target.day`;

/** The sum of converted amounts: the known part, and null when there are amounts and none is known. */
export const convertedSum = (amount: string): string =>
  `if(countIf(isNotNull(${amount} * factor)) = 0 AND count() > 0, NULL, sum(${amount} * factor))`;

/** Left joins must say what they did not find. */
export const moneySettings = 'SETTINGS join_use_nulls = 1';
