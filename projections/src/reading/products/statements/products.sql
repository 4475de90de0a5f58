-- exchange-rates
SELECT toString(currency) AS currency, arraySort(groupArray((toUInt32(day), units_per_euro))) AS rates,
      toString(max(r.log_position)) AS position
    FROM exchange_rate_per_day_v1 AS r FINAL GROUP BY currency
FORMAT Native;

-- newest-curves
SELECT product_id, toString(country) AS country, toString(grade) AS grade,
      trials, mature_trials, alpha, beta, conversion, retention, at_risk, counted, renewed
    FROM prediction_curve_v1 FINAL
    WHERE (application_id, product_id, as_of) IN (
      SELECT application_id, product_id, max(as_of) FROM prediction_model_v1 WHERE application_id = {application_id:UInt64} AND ({product_id:String} = '' OR product_id = {product_id:String})
    AND as_of <= fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC') AND (NOT {with_introduction:Bool} OR isNotNull(intro_hours)) GROUP BY application_id, product_id
    ) ORDER BY product_id, country
FORMAT Native;

-- newest-models
SELECT product_id, toUnixTimestamp64Milli(as_of) AS as_of_ms, toString(method) AS method, period_days, intro_hours,
      horizon_months, trial_strength, retention_strength, billing_success, refund_rate, constant_tail, within_period, recovery
    FROM prediction_model_v1 FINAL WHERE application_id = {application_id:UInt64} AND ({product_id:String} = '' OR product_id = {product_id:String})
    AND as_of <= fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC') AND (NOT {with_introduction:Bool} OR isNotNull(intro_hours)) ORDER BY product_id, as_of DESC LIMIT 1 BY product_id
FORMAT Native;

-- paid-by-charge
SELECT product, country, charge, count() AS payers, avg(paid) AS paid
    FROM (
      SELECT product, arrayJoin(['', storefront]) AS country, n AS charge, sums[n] AS paid
      FROM (
        SELECT toString(product_id) AS product, toString(any(c.storefront)) AS storefront,
          arrayCumSum(arrayMap(made -> made.2, arraySort(groupArray((charge_number,
            if({small_business:Bool}, net_small_business_micros, net_micros) * transform(toString(currency), {latest_currencies:Array(String)}, {latest_factors:Array(Float64)}, toFloat64(0))))))) AS sums
        FROM (SELECT * FROM charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind = 'charge' AND is_priced
        AND ({product_id:String} = '' OR product_id = {product_id:String})) AS c
        GROUP BY application_id, original_transaction_id, product_id
      ) ARRAY JOIN arrayEnumerate(sums) AS n
    ) GROUP BY product, country, charge ORDER BY product, country, charge
FORMAT Native;

-- present-price
SELECT product, country, avg(price) AS price FROM (
      SELECT toString(product_id) AS product, arrayJoin(['', toString(storefront)]) AS country,
        gross_ex_vat_micros * transform(toString(currency), {latest_currencies:Array(String)}, {latest_factors:Array(Float64)}, toFloat64(0)) AS price
      FROM charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind = 'charge' AND is_priced
        AND ({product_id:String} = '' OR product_id = {product_id:String}) ORDER BY purchased_at DESC LIMIT 100 BY product, country
    ) GROUP BY product, country
FORMAT Native;

-- proceeds-so-far
SELECT toString(product_id) AS product, arrayJoin(['', toString(storefront)]) AS country,
      sum(if({small_business:Bool}, net_small_business_micros, net_micros) * transform(toString(currency), {latest_currencies:Array(String)}, {latest_factors:Array(Float64)}, toFloat64(0))) AS micros
    FROM charge_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND kind != 'none' AND is_priced
      AND ({product_id:String} = '' OR product_id = {product_id:String})
    GROUP BY product, country
FORMAT Native;

-- projection-exchanges
SELECT toString(projection_name) AS projection, sequence, toString(state) AS state, acknowledged,
      toUnixTimestamp64Milli(until) AS until, detail, incoming, checkpoint, toString(s.log_position) AS position
    FROM projection_swap_v1 AS s FINAL
FORMAT Native;

-- report-state
SELECT 'checkpoint' AS section, toString(projection_name) AS name, toString(max(log_position)) AS position,
      toInt64(0) AS fresh_ms, '' AS note
    FROM projection_checkpoint_v1 WHERE state = 'done' GROUP BY projection_name
    UNION ALL
    SELECT 'source', toString(source), toString(max(f.log_position)), min(toUnixTimestamp64Milli(fresh_at)), ''
    FROM source_freshness_v1 AS f FINAL
    WHERE application_id IN {application_ids:Array(UInt64)} AND org_id IN {org_ids:Array(UInt64)} GROUP BY source
    UNION ALL
    SELECT 'problem', toString(subject), toString(p.log_position), toUnixTimestamp64Milli(since), concat(state, ' ', reason)
    FROM source_problem_v1 AS p FINAL
    WHERE application_id IN {application_ids:Array(UInt64)} AND org_id IN {org_ids:Array(UInt64)} AND reason != ''
    UNION ALL
    SELECT 'sales', '', toString(max(log_position)), toInt64(0), '' FROM (
      SELECT log_position FROM cohort_charge_v1 WHERE application_id IN {application_ids:Array(UInt64)}
      UNION ALL
      SELECT log_position FROM cohort_subscription_v1 WHERE application_id IN {application_ids:Array(UInt64)}
      UNION ALL
      SELECT log_position FROM parked_stream_v1
    )
FORMAT Native;

-- store-days-pending
SELECT toString(day) AS day, toString(reason) AS reason, columns
    FROM store_day_pending_v1 FINAL WHERE application_id = {application_id:UInt64} AND reason != '' ORDER BY day DESC
FORMAT Native;

-- store-product-prices
SELECT toString(product_id) AS product_id, toString(country) AS country, toString(named.1) AS currency, named.2 AS micros
    FROM (
      SELECT product_id, country, argMax((price_currency, price_micros / units), (day, s.log_position)) AS named
      FROM store_sales_per_day_v1 AS s FINAL
      WHERE application_id = {application_id:UInt64} AND kind IN ('purchase', 'subscription') AND units > 0 AND price_micros > 0
      GROUP BY product_id, country
    )
FORMAT Native;

-- store-product-sales
SELECT toString(product_id) AS product_id, toString(country) AS country, kind = 'subscription' AS is_subscription,
      toString(proceeds_currency) AS currency, toUInt32(day) AS day, sumIf(units, units > 0 AND price_micros > 0) AS purchases,
      toFloat64(sum(proceeds_micros)) AS proceeds
    FROM store_sales_per_day_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND kind IN ('purchase', 'subscription')
    GROUP BY product_id, country, is_subscription, currency, day
FORMAT Native;

-- store-reports-state
SELECT toUInt64(sum(rows)) AS set_aside, toUInt64(sum(rows_without_money)) AS without_money,
      toString(minIf(day, rows > 0)) AS first_day, toString(maxIf(day, rows > 0)) AS last_day,
      (SELECT max(toUnixTimestamp64Milli(fresh_at)) FROM source_freshness_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND source = 'store_reports') AS fresh_ms
    FROM store_set_aside_per_day_v1 FINAL WHERE application_id = {application_id:UInt64} AND report = 'sales'
FORMAT Native;

-- store-set-aside-money
SELECT money.1 AS currency, toFloat64(sum(money.2)) AS proceeds_micros, toFloat64(sum(money.3)) AS price_micros
    FROM (
      SELECT arrayJoin(arrayZip(currencies, proceeds_micros, price_micros)) AS money
      FROM store_set_aside_per_day_v1 FINAL WHERE application_id = {application_id:UInt64} AND report = 'sales'
    )
    GROUP BY currency ORDER BY currency
FORMAT Native;
