-- One more source: what the ad service's tables say, structure and figures alike, has changed. Doing it again changes nothing.
ALTER TABLE {database}.source_freshness_v1 {cluster}
  MODIFY COLUMN source Enum8('ads' = 1, 'sdk' = 2, 'store' = 3, 'impression_share' = 4, 'store_reports' = 5, 'rates' = 6, 'predictions' = 7, 'search_terms' = 8, 'ads_changes' = 9);
