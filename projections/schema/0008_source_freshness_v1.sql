-- Grain: one row per application (0 for the exchange rates, which concern all), ad organization (0 for sources that know
--   none) and source: when it was last heard of. Its position says whether what a reader remembers of the source is still so.
-- `ads_changes`: what the ad service's tables say, structure and figures alike, has changed.
-- Sorting key: the identity, asked by application.
-- Engine: ReplacingMergeTree by log position.
-- Writer: source-freshness projection. Readers: the ages shown with every answer, "is the first pull done".
-- Retention: for ever, a handful of rows.
CREATE TABLE IF NOT EXISTS {database}.source_freshness_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    source Enum8('ads' = 1, 'sdk' = 2, 'store' = 3, 'impression_share' = 4, 'store_reports' = 5, 'rates' = 6, 'predictions' = 7, 'search_terms' = 8, 'ads_changes' = 9),
    fresh_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, org_id, source)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
