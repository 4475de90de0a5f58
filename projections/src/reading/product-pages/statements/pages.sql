-- exchange-rates
SELECT toString(currency) AS currency, arraySort(groupArray((toUInt32(day), units_per_euro))) AS rates,
      toString(max(r.log_position)) AS position
    FROM exchange_rate_per_day_v1 AS r FINAL GROUP BY currency
FORMAT Native;

-- page-figures
SELECT toBool(1) AS is_ad, ad_group_id, creative_id, impressions, taps, tap_installs, spend_micros, unrated, foreign, unread FROM (SELECT ad_group_id, creative_id, if(bitTest(groupBitAnd(lost), 0), NULL, sum(impressions)) AS impressions, if(bitTest(groupBitAnd(lost), 1), NULL, sum(taps)) AS taps, if(bitTest(groupBitAnd(lost), 2), NULL, sum(tap_installs)) AS tap_installs, if(bitTest(groupBitAnd(lost), 4), NULL, sum(spend)) AS spend_micros, groupUniqArrayIf(spent_in, isNull(spend)) AS unrated, groupUniqArrayIf(spent_in, is_foreign) AS foreign, arrayFilter(name -> name != '', [if(bitTest(groupBitOr(lost), 0), 'impressions', ''), if(bitTest(groupBitOr(lost), 1), 'taps', ''), if(bitTest(groupBitOr(lost), 2), 'tap_installs', ''), if(bitTest(groupBitOr(lost), 3), 'view_installs', ''), if(bitTest(groupBitOr(lost), 4), 'spend_micros', '')]) AS unread
      FROM (SELECT ad_group_id, creative_id, impressions, taps, tap_installs, if(spend_micros = 0, 0, spend_micros * {factors:Array(Nullable(Float64))}[transform(toString(currency), {currencies:Array(String)}, {offsets:Array(Int32)}, 1000000000) + least(greatest(toUInt32(day) - {base_day:Int32}, 0), {last_place:Int32})]) AS spend, toString(currency) AS spent_in,
    spend_micros != 0 AND currency != {org_currency:String} AS is_foreign, unread AS lost FROM ad_performance_per_day_v1 FINAL WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
      AND day BETWEEN {from:Date} AND {to:Date})
      GROUP BY ad_group_id, creative_id)
    UNION ALL
    SELECT toBool(0) AS is_ad, ad_group_id, creative_id, impressions, taps, tap_installs, spend_micros, unrated, foreign, unread FROM (SELECT ad_group_id, toUInt64(0) AS creative_id, if(bitTest(groupBitAnd(lost), 0), NULL, sum(impressions)) AS impressions, if(bitTest(groupBitAnd(lost), 1), NULL, sum(taps)) AS taps, if(bitTest(groupBitAnd(lost), 2), NULL, sum(tap_installs)) AS tap_installs, if(bitTest(groupBitAnd(lost), 4), NULL, sum(spend)) AS spend_micros, groupUniqArrayIf(spent_in, isNull(spend)) AS unrated, groupUniqArrayIf(spent_in, is_foreign) AS foreign, arrayFilter(name -> name != '', [if(bitTest(groupBitOr(lost), 0), 'impressions', ''), if(bitTest(groupBitOr(lost), 1), 'taps', ''), if(bitTest(groupBitOr(lost), 2), 'tap_installs', ''), if(bitTest(groupBitOr(lost), 3), 'view_installs', ''), if(bitTest(groupBitOr(lost), 4), 'spend_micros', '')]) AS unread
      FROM (SELECT ad_group_id, impressions, taps, tap_installs, if(spend_micros = 0, 0, spend_micros * {factors:Array(Nullable(Float64))}[transform(toString(currency), {currencies:Array(String)}, {offsets:Array(Int32)}, 1000000000) + least(greatest(toUInt32(day) - {base_day:Int32}, 0), {last_place:Int32})]) AS spend, toString(currency) AS spent_in,
    spend_micros != 0 AND currency != {org_currency:String} AS is_foreign, unread AS lost FROM ads_performance_per_day_v1 FINAL WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
      AND day BETWEEN {from:Date} AND {to:Date} AND level = 'ad_group')
      GROUP BY ad_group_id)
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
