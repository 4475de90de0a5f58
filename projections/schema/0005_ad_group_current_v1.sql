-- Grain: one row per ad group as the ad service last showed it.
-- Sorting key: (org_id, campaign_id, ad_group_id), the identity, asked by campaign.
-- Engine: ReplacingMergeTree by log position, the newest settings win.
-- Money: micros of the ad organization's currency.
-- Writer: ad-structure projection. Readers: reports, ownership checks. Retention: for ever, deleted ones too.
CREATE TABLE IF NOT EXISTS {database}.ad_group_current_v1 {cluster}
(
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    name String,
    status LowCardinality(String),
    display_status LowCardinality(String),
    is_deleted Bool,
    default_bid_micros Nullable(Int64),
    cpa_goal_micros Nullable(Int64),
    search_match Bool,
    modified_at Nullable(DateTime64(3, 'UTC')),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (org_id, campaign_id, ad_group_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
