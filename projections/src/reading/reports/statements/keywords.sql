-- exchange-rates
SELECT toString(currency) AS currency, arraySort(groupArray((toUInt32(day), units_per_euro))) AS rates,
      toString(max(r.log_position)) AS position
    FROM exchange_rate_per_day_v1 AS r FINAL GROUP BY currency
FORMAT Native;

-- income-by-age
SELECT uniqExactIf(install_id, net > 0) AS payers, sumMap([age], [ifNull(amount, 0)]) AS by_age FROM (
      SELECT install_id, if({small_business:Bool}, net_small_business_micros, net_micros) AS net,
        toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(purchased_at) - toUnixTimestamp64Milli(first_launch_at), 86400000))) AS age,
        if(net = 0, 0, net * {factors:Array(Nullable(Float64))}[transform(toString(currency), {currencies:Array(String)}, {offsets:Array(Int32)}, 1000000000) + least(greatest(toUInt32(toDate(purchased_at)) - {base_day:Int32}, 0), {last_place:Int32})]) AS amount
      FROM charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind != 'none' AND is_priced AND install_state NOT IN ('unknown', 'test')
        AND first_launch_at <= fromUnixTimestamp64Milli({mature_ms:Int64}, 'UTC')
        AND purchased_at < first_launch_at + INTERVAL 30 DAY
    )
FORMAT Native;

-- projection-exchanges
SELECT toString(projection_name) AS projection, sequence, toString(state) AS state, acknowledged,
      toUnixTimestamp64Milli(until) AS until, detail, incoming, checkpoint, toString(s.log_position) AS position
    FROM projection_swap_v1 AS s FINAL
FORMAT Native;

-- report-ad-groups
SELECT ad_group_id AS id, campaign_id, ad_group_id, name, toString(status) AS status, is_deleted,
      toString(display_status) AS display_status, search_match, default_bid_micros AS bid_micros, cpa_goal_micros AS goal_micros,
      toUnixTimestamp64Milli(modified_at) AS modified_ms, toBool(campaign_id IN (SELECT campaign_id FROM campaign_current_v1 FINAL
        WHERE org_id = {org_id:UInt64} AND bidding_strategy = 'MAX_CONVERSIONS')) AS sets_bids
    FROM ad_group_current_v1 FINAL WHERE org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}
FORMAT Native;

-- report-ads
SELECT toString(ad_group_id) AS object, toString('') AS bucket, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group,
        sum(impressions) AS impressions, sum(taps) AS taps, sum(tap_installs) AS tap_installs, sum(view_installs) AS view_installs, sum(tap_new_downloads) AS tap_new_downloads, sum(view_new_downloads) AS view_new_downloads, sum(tap_redownloads) AS tap_redownloads, sum(view_redownloads) AS view_redownloads, sum(tap_pre_orders) AS tap_pre_orders, sum(view_pre_orders) AS view_pre_orders, countIf(is_asked AND lacks_downloads) AS without_downloads,
        sum(amount) AS micros, countIf(is_asked) AS days,
        toInt64(0) AS today_micros, ([]::Array(String), []::Array(Int64)) AS today_foreign,
        groupUniqArrayIf(currency, is_asked AND isNull(amount)) AS unrated,
        groupUniqArrayIf(currency, is_asked AND spend_micros != 0 AND currency != {org_currency:String}) AS foreign,
        groupBitOrIf(lost, is_asked) AS unread, groupBitAndIf(lost, is_asked) AS never_read
      FROM (
        SELECT campaign_id, ad_group_id, keyword_id, country, day, currency, spend_micros, unread AS lost, impressions, taps, tap_installs, view_installs, tap_new_downloads, view_new_downloads, tap_redownloads, view_redownloads, tap_pre_orders, view_pre_orders,
          isNull(tap_new_downloads) AND impressions > 0 AS lacks_downloads, true AS is_asked, if(is_asked, if(spend_micros = 0, 0, spend_micros * {factors:Array(Nullable(Float64))}[transform(toString(currency), {currencies:Array(String)}, {offsets:Array(Int32)}, 1000000000) + least(greatest(toUInt32(day) - {base_day:Int32}, 0), {last_place:Int32})]), NULL) AS amount
        FROM ads_performance_per_day_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = {level:String} AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}
          AND (day BETWEEN {from:Date} AND {to:Date} AND country IN {countries:Array(String)}) 
      )
      GROUP BY object, bucket
FORMAT Native;

-- report-income
SELECT toString(object_key) AS object, '' AS bucket, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group,
      product_id AS product, sum(amount) AS micros, sum(sold) AS sales, sumIf(sold, is_unpriced) AS unpriced,
      groupUniqArrayIf(sale_storefront, is_untaxed) AS untaxed,
      groupUniqArrayIf(currency, NOT is_unpriced AND isNull(amount)) AS unrated, min(toUInt32(day)) AS oldest_day
    FROM (
      SELECT object_key, bucket_key, campaign_id, ad_group_id, product_id, day, currency, sale_storefront, is_untaxed, toUInt64(1) AS sold, NOT is_priced AS is_unpriced,
        if(is_priced, if(net = 0, 0, net * {factors:Array(Nullable(Float64))}[transform(toString(currency), {currencies:Array(String)}, {offsets:Array(Int32)}, 1000000000) + least(greatest(toUInt32(day) - {base_day:Int32}, 0), {last_place:Int32})]), NULL) AS amount
      FROM (
      SELECT keyword_id AS object_key,
        '' AS bucket_key, campaign_id, ad_group_id, product_id,
        toDate(purchased_at) AS day, currency, is_priced, storefront AS sale_storefront, kind AS sale_kind,
        net_micros AS net, kept_share AS kept,
        is_priced AND NOT is_vat_known AS is_untaxed
      FROM cohort_charge_v1 FINAL WHERE NOT is_removed AND true AND application_id = {application_id:UInt64} AND first_launch_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_launch_at < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC') AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}  AND country IN {countries:Array(String)} )) GROUP BY object_key, product_id
FORMAT Native;

-- report-keywords
SELECT keyword_id AS id, campaign_id, ad_group_id, text AS name, toString(status) AS status, is_deleted,
      toString(match_type) AS match_type, bid_micros, toBool(campaign_id IN (SELECT campaign_id FROM campaign_current_v1 FINAL
        WHERE org_id = {org_id:UInt64} AND bidding_strategy = 'MAX_CONVERSIONS')) AS sets_bids
    FROM keyword_current_v1 FINAL WHERE org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}
FORMAT Native;

-- report-labels
SELECT campaign_id, ad_group_id, keyword_id, arraySort(groupArray(label_id)) AS labels
    FROM label_object_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND is_set 
      AND campaign_id IN {campaign_ids:Array(UInt64)}
      AND label_id IN (SELECT label_id FROM label_current_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND NOT is_deleted)
    GROUP BY campaign_id, ad_group_id, keyword_id
FORMAT Native;

-- report-people
SELECT toString(keyword_id) AS object, '' AS bucket, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group,
        count() AS first_launches, toFloat64(0) AS maturity
      FROM cohort_install_v1 FINAL WHERE application_id = {application_id:UInt64} AND first_launch_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_launch_at < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC') AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}  AND country IN {countries:Array(String)}
      GROUP BY object
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

-- report-subscriptions
SELECT toString(object_key) AS object, '' AS bucket, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group,
      product_id AS product, CAST(status_now, 'Enum8(\'none\' = 0, \'trial\' = 1, \'trial_canceled\' = 2, \'billing_issues\' = 3, \'active\' = 4, \'canceled\' = 5, \'refunded\' = 6)') AS status,
      count() AS count, countIf(intro != 'none') AS trials, countIf(is_trial_conversion) AS trial_conversions,
      countIf(is_converted) AS conversions, countIf(is_converted AND is_refunded) AS refunded_conversions,
      groupArrayIf(storefront, is_live) AS storefronts, groupArrayIf(next_price_currency, is_live) AS price_currencies,
      groupArrayIf(if(status_now = 3, retry_ms, since_ms), is_live) AS began_ms, groupArrayIf(period_ms, is_live) AS lasts_ms,
      groupArrayIf(line_charge_count, is_live) AS charges, groupArrayIf(paid_service_days, is_live) AS service_days, groupArrayIf(price_micros, is_live) AS prices_micros,
      if(maxIf(owed_payments, is_live) = 0, [], groupArrayIf(owed_payments, is_live)) AS owed, if(maxIf(toUInt8(is_ending), is_live) = 0, [], groupArrayIf(toUInt8(is_ending), is_live)) AS ends_after_owed
    FROM (
      SELECT keyword_id AS object_key, '' AS bucket_key, campaign_id, ad_group_id, product_id, multiIf(ends_ms <= {now_ms:Int64}, toInt8(ended_status), issues_ms <= {now_ms:Int64}, 3, toInt8(status)) AS status_now,
        bitTest(live_statuses, status_now) AS is_live, intro, is_trial_conversion, is_converted, is_refunded, storefront, next_price_currency,
        retry_ms, since_ms, period_ms, line_charge_count, paid_service_days, price_micros,
        owed_payments, ends_after_owed AS is_ending
      FROM cohort_subscription_v1 FINAL
        WHERE NOT is_removed AND application_id = {application_id:UInt64} AND first_launch_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND first_launch_at < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC') AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}  AND country IN {countries:Array(String)} 
    )
    GROUP BY object_key, product_id, status_now
FORMAT Native;
