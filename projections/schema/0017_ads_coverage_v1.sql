-- Grain: application, ad organization and first day of a pull: the days the service was asked for by day.
-- Sorting key: the identity, asked by organization; the smallest day is the first one that is known by day.
-- Engine: ReplacingMergeTree by log position.
-- Writer: ads-coverage projection. Readers: warnings about days that are not known. Retention: for ever, a row a day.
CREATE TABLE IF NOT EXISTS {database}.ads_coverage_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    from_day Date,
    to_day Date,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, org_id, from_day)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
