-- Grain: application, ad organization, country, search term (lower case) and day: the bounds of the application's share of all
--   impressions, its rank among advertisers (6 = beyond the fifth) and the popularity of the term (1 to 5, 0 = not given).
--   Shares are fractions. A term that was listed and is no longer has a share of 0 and says nothing.
-- Sorting key: the identity, asked by country and term for a range of days.
-- Engine: ReplacingMergeTree by log position: the service restates days, the newest figures win.
-- Partitions: by month, a function of the key.
--   A month that no batch has written to for ten minutes becomes one part, so that readers of its newest rows merge nothing.
-- Writer: impression-share projection. Readers: impression share and rank of keywords. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.impression_share_per_day_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    country LowCardinality(String),
    search_term String,
    day Date,
    low_share Float64,
    high_share Float64,
    rank UInt8,
    popularity UInt8,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
PARTITION BY toYYYYMM(day)
ORDER BY (application_id, org_id, country, search_term, day)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480,
    min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
