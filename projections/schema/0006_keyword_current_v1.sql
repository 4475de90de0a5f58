-- Grain: one row per targeting keyword as the ad service last showed it.
-- Sorting key: (org_id, campaign_id, ad_group_id, keyword_id), the identity, asked by ad group.
-- Engine: ReplacingMergeTree by log position, the newest settings win.
-- Money: micros of the ad organization's currency.
-- Writer: ad-structure projection. Readers: reports. Retention: for ever, deleted ones too.
CREATE TABLE IF NOT EXISTS {database}.keyword_current_v1 {cluster}
(
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    text String,
    match_type LowCardinality(String),
    status LowCardinality(String),
    is_deleted Bool,
    bid_micros Nullable(Int64),
    modified_at Nullable(DateTime64(3, 'UTC')),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (org_id, campaign_id, ad_group_id, keyword_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
