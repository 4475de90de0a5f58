-- exchange-rates
SELECT toString(currency) AS currency, arraySort(groupArray((toUInt32(day), units_per_euro))) AS rates,
      toString(max(r.log_position)) AS position
    FROM exchange_rate_per_day_v1 AS r FINAL GROUP BY currency
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

-- search-term-snapshot
SELECT toUnixTimestamp64Milli(pulled_at) AS pulled_ms, toString(to_day) AS last_day
    FROM search_term_snapshot_v1 FINAL WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
FORMAT Native;
