-- Grain: one row per campaign as the ad service last showed it.
-- Sorting key: (org_id, campaign_id), the identity, asked by organization.
-- Engine: ReplacingMergeTree by log position, the newest settings win.
-- Money: micros of `currency`, the ad organization's own.
-- Writer: ad-structure projection. Readers: reports, ownership checks. Retention: for ever, deleted ones too.
CREATE TABLE IF NOT EXISTS {database}.campaign_current_v1 {cluster}
(
    org_id UInt64,
    campaign_id UInt64,
    adam_id UInt64,
    name String,
    status LowCardinality(String),
    display_status LowCardinality(String),
    is_deleted Bool,
    countries Array(LowCardinality(String)),
    supply_sources Array(LowCardinality(String)),
    currency LowCardinality(String),
    budget_micros Nullable(Int64),
    daily_budget_micros Nullable(Int64),
    modified_at Nullable(DateTime64(3, 'UTC')),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (org_id, campaign_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
