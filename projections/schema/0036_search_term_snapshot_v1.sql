-- Grain: application, ad organization and campaign: when its search terms were last added up, and over which days (both included).
-- Sorting key: the grain. Engine: ReplacingMergeTree by log position.
-- Writer: term-totals projection. Readers: search-term filters. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.search_term_snapshot_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    campaign_id UInt64,
    from_day Date,
    to_day Date,
    pulled_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, org_id, campaign_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
