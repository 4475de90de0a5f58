-- Grain: application, ad organization, day, campaign, country, and the five minutes of that day in which a pull said so.
-- Sorting key: the day first, because only today and the day before it are ever asked for.
-- Engine: ReplacingMergeTree by log position: within five minutes the newest figures win.
-- Partitions: by month, a function of the key, so that a row and its restatement meet.
--   A month that no batch has written to for ten minutes becomes one part, so that readers of its newest rows merge nothing.
-- Rows are as the ad service counted up to then; its figures of a finished day are in ads_performance_per_day_v1.
-- Money: micros of `currency` (ISO 4217).
-- Writer: figures-pulled projection. Readers: the course of today. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.figures_pulled_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    day Date,
    campaign_id UInt64,
    country LowCardinality(String),
    slot DateTime('UTC'),
    tap_installs UInt64,
    view_installs UInt64,
    spend_micros Int64,
    currency LowCardinality(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
PARTITION BY toYYYYMM(day)
ORDER BY (application_id, org_id, day, campaign_id, country, slot)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480,
    min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
