-- Grain: one row per campaign, ad group or keyword and time the ad service showed it with anything new; ids a level does not
--   have are 0, settings it does not have are null. `name` as it was then.
-- Sorting key: the object, asked by organization and campaign; then the position, so that an object's rows are in the order in
--   which they were seen and none replaces another.
-- Engine: ReplacingMergeTree by log position, so that a repeated row is one row.
-- Money: micros of the ad organization's currency.
-- Writer: settings-seen projection. Readers: what was changed. Retention: for ever, deleted ones too.
CREATE TABLE IF NOT EXISTS {database}.settings_seen_v1 {cluster}
(
    org_id UInt64,
    level LowCardinality(String),
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    name String,
    status LowCardinality(String),
    bid_micros Nullable(Int64),
    cpa_goal_micros Nullable(Int64),
    budget_micros Nullable(Int64),
    daily_budget_micros Nullable(Int64),
    search_match Nullable(Bool),
    observed_at DateTime64(3, 'UTC'),
    modified_at Nullable(DateTime64(3, 'UTC')),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (org_id, campaign_id, level, ad_group_id, keyword_id, log_position)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
