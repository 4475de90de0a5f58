-- Grain: application and day of the store's calendar whose report was missing or broken when it should have been there.
-- Sorting key: the identity, asked by application.
-- Engine: ReplacingMergeTree by log position: the newest state wins; reason '' once the report is in.
-- Writer: store-sales projection. Readers: the warning shown beside sales. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.store_day_pending_v1 {cluster}
(
    application_id UInt64,
    day Date,
    reason LowCardinality(String),
    columns Array(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, day)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
