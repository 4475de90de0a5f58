-- Grain: one row per install of an application, with what reports count it by.
-- Sorting key: the first launch, because every report asks a range of it; then `install_key`, the first half of the MD5 of the
--   install's id. The instant of an install never changes, so neither does its place.
-- Engine: ReplacingMergeTree by log position, the newest state wins. New installs come at the end of the order, so readers of
--   the newest rows (FINAL) merge little.
-- Writer: cohort projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.cohort_install_v1 {cluster}
(
    application_id UInt64,
    first_launch_at DateTime64(3, 'UTC'),
    install_key UInt64,
    state Enum8('pending' = 1, 'attributed' = 2, 'organic' = 3, 'test' = 4),
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    country LowCardinality(String),
    claim_type LowCardinality(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, first_launch_at, install_key)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
