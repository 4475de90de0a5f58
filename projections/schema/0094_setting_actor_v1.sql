-- Grain: one row per setting that a pull found to be another than before and whose author the ad service named. Ids a level does not
--   have are 0; `field` and `value` as in setting_change_v1. `actor_user` is ciphertext, empty where there is none.
-- Sorting key: the object and its setting, asked by organization and campaign; then the observation, which makes it unique.
-- Engine: ReplacingMergeTree by log position, so that the newest naming of an observation holds.
-- Writer: settings-seen projection. Readers: history of settings. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.setting_actor_v1 {cluster}
(
    org_id UInt64,
    campaign_id UInt64,
    level LowCardinality(String),
    ad_group_id UInt64,
    keyword_id UInt64,
    field LowCardinality(String),
    value Nullable(String),
    observed_at DateTime64(3, 'UTC'),
    actor_kind LowCardinality(String),
    actor_user String,
    changed_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (org_id, campaign_id, level, ad_group_id, keyword_id, field, observed_at)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
