-- Grain: one row per install of an application: where it came from, when it was first launched.
-- Sorting key: (application_id, install_id), the identity; attribution changes everything else.
-- Engine: ReplacingMergeTree by log position, the newest state wins.
-- Ids are 0 and words empty where nothing is known. `reported_position` is where the log first named the install.
-- Granules are small because the projector looks single keys up all the time.
-- Writer: cohort projection. Readers: reports, the cohort projection's look-ups. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.install_current_v1 {cluster}
(
    application_id UInt64,
    install_id String,
    state Enum8('pending' = 1, 'attributed' = 2, 'organic' = 3, 'test' = 4),
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    ad_id UInt64,
    country LowCardinality(String),
    claim_type LowCardinality(String),
    custom_product_page String,
    device_class LowCardinality(String),
    first_launch_at DateTime64(3, 'UTC'),
    reported_position UInt64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, install_id)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
