-- Grain: one row per outcome of a row of a change: what was to be set by whom, and whether it was. Ids a level does not have are 0.
--   `field` is the column's name in answers; values are text: micros of the ad organization's currency, a status, true or false.
-- Sorting key: the object, asked by organization and campaign; then the position, which makes it unique.
-- Engine: ReplacingMergeTree by log position, so that a repeated row is one row.
-- Writer: setting-change projection. Readers: history of settings. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.setting_change_v1 {cluster}
(
    org_id UInt64,
    level LowCardinality(String),
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    field LowCardinality(String),
    change_id String,
    change_row UInt32,
    actor_kind LowCardinality(String),
    actor_account_id UInt64,
    actor_source String,
    reason Nullable(String),
    outcome LowCardinality(String),
    old_value Nullable(String),
    new_value Nullable(String),
    message Nullable(String),
    decided_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (org_id, campaign_id, level, ad_group_id, keyword_id, log_position)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
