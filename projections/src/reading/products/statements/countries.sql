-- country-people
SELECT toString(object_key) AS object, '' AS bucket, toUInt64(0) AS parent_campaign, toUInt64(0) AS parent_group,
      product_id AS product, CAST(status_now, 'Enum8(\'none\' = 0, \'trial\' = 1, \'trial_canceled\' = 2, \'billing_issues\' = 3, \'active\' = 4, \'canceled\' = 5, \'refunded\' = 6)') AS status,
      count() AS count, countIf(intro != 'none') AS trials, countIf(is_trial_conversion) AS trial_conversions,
      countIf(is_converted) AS conversions, countIf(is_converted AND is_refunded) AS refunded_conversions,
      groupArrayIf(storefront, is_live) AS storefronts, groupArrayIf(next_price_currency, is_live) AS price_currencies,
      groupArrayIf(if(status_now = 3, retry_ms, since_ms), is_live) AS began_ms, groupArrayIf(period_ms, is_live) AS lasts_ms,
      groupArrayIf(line_charge_count, is_live) AS charges, groupArrayIf(paid_service_days, is_live) AS service_days, groupArrayIf(price_micros, is_live) AS prices_micros,
      if(maxIf(owed_payments, is_live) = 0, [], groupArrayIf(owed_payments, is_live)) AS owed, if(maxIf(toUInt8(is_ending), is_live) = 0, [], groupArrayIf(toUInt8(is_ending), is_live)) AS ends_after_owed
    FROM (
      SELECT storefront AS object_key, '' AS bucket_key, campaign_id, ad_group_id, product_id, multiIf(ends_ms <= {now_ms:Int64}, toInt8(ended_status), issues_ms <= {now_ms:Int64}, 3, toInt8(status)) AS status_now,
        bitTest(live_statuses, status_now) AS is_live, intro, is_trial_conversion, is_converted, is_refunded, storefront, next_price_currency,
        retry_ms, since_ms, period_ms, line_charge_count, paid_service_days, price_micros,
        owed_payments, ends_after_owed AS is_ending
      FROM subscription_current_v1 FINAL WHERE application_id = {application_id:UInt64} AND kind = 'subscription'
          AND ({device_class:String} = '' OR device_class = {device_class:String})
    )
    GROUP BY object_key, product_id, status_now
FORMAT Native;

-- exchange-rates
SELECT toString(currency) AS currency, arraySort(groupArray((toUInt32(day), units_per_euro))) AS rates,
      toString(max(r.log_position)) AS position
    FROM exchange_rate_per_day_v1 AS r FINAL GROUP BY currency
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

-- store-country-sales
SELECT toString(country) AS country, toString(proceeds_currency) AS currency, toUInt32(day) AS day,
      sumIf(units, kind = 'download') AS installs, toFloat64(sum(proceeds_micros)) AS proceeds
    FROM store_sales_per_day_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND ({device:String} = '' OR device = {device:String})
    GROUP BY country, currency, day
FORMAT Native;

-- store-days-pending
SELECT toString(day) AS day, toString(reason) AS reason, columns
    FROM store_day_pending_v1 FINAL WHERE application_id = {application_id:UInt64} AND reason != '' ORDER BY day DESC
FORMAT Native;

-- store-reports-reach
SELECT (SELECT toString(minOrNull(day)) FROM (
        SELECT min(day) AS day FROM store_sales_per_day_v1 WHERE application_id = {application_id:UInt64} HAVING count() > 0
        UNION ALL
        SELECT min(day) AS day FROM store_day_pending_v1 WHERE application_id = {application_id:UInt64} HAVING count() > 0
      )) AS reports_from,
      toString(toDate(minOrNull(started_at), {zone:String})) AS subscriptions_from
    FROM subscription_current_v1 FINAL WHERE application_id = {application_id:UInt64} AND kind = 'subscription'
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
