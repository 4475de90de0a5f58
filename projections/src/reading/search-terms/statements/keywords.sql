-- keyword-impressions
SELECT keyword_id, sum(impressions) AS impressions FROM ads_performance_per_day_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = 'keyword'
      AND campaign_id IN {campaign_ids:Array(UInt64)} AND day >= {from:Date}
    GROUP BY keyword_id HAVING impressions > 0
FORMAT Native;
