-- Grain: one row per setting that a change of ours began to send, and call: what was to be set. Ids a level does not have are 0;
--   `field` and `value` as in setting_change_v1.
-- Sorting key: the object and its setting, asked by campaign; then the position, as the same setting is sent again.
-- Engine: ReplacingMergeTree by log position, so that a repeated row is one row.
-- Writer: setting-change projection. Readers: history of settings. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.setting_sent_v1 {cluster}
(
    campaign_id UInt64,
    level LowCardinality(String),
    ad_group_id UInt64,
    keyword_id UInt64,
    field LowCardinality(String),
    value Nullable(String),
    change_id String,
    change_row UInt32,
    started_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (campaign_id, level, ad_group_id, keyword_id, field, log_position)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
