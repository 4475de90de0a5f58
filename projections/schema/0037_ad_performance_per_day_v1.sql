-- Grain: application, ad organization, campaign, ad group, ad (product-page variation), creative it showed (0 = not named), country
--   and day in the organization's zone.
-- Sorting key: the ids of a question first: one campaign, all its ads; then the day.
-- Engine: ReplacingMergeTree by log position: the service restates days, the newest figures win.
-- Partitions: by month, a function of the key, so that a row and its restatement meet.
-- Money: micros of `currency` (ISO 4217).
-- Writer: ad-performance projection. Readers: reports of product pages. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.ad_performance_per_day_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    ad_id UInt64,
    creative_id UInt64,
    country LowCardinality(String),
    day Date,
    impressions UInt64,
    taps UInt64,
    tap_installs UInt64,
    view_installs UInt64,
    spend_micros Int64,
    currency LowCardinality(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
PARTITION BY toYYYYMM(day)
ORDER BY (application_id, org_id, campaign_id, day, ad_group_id, ad_id, creative_id, country)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;

-- No log holds such events from before this table, so it is as complete as the observations are. Doing it again changes nothing: of
--   each name and state the highest position counts.
INSERT INTO {database}.projection_checkpoint_v1 (projection_name, state, from_position, log_position, recorded_at)
SELECT 'ad-performance.v1', state, from_position, log_position, recorded_at
FROM {database}.projection_checkpoint_v1 AS c FINAL
WHERE c.projection_name = 'settings-seen.v1';
