-- Grain: one row per verified store notification, as received.
-- Sorting key: the original transaction first, because one is always read whole; then the notification, the identity.
-- Engine: ReplacingMergeTree by log position, so that a repeated delivery is one row.
-- Landing table: `notification` is the event's data as JSON, interpreted again whenever something about it changes.
-- Granules are small because the projector looks single keys up all the time.
-- Writer: cohort projection. Readers: the cohort projection's look-ups. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.store_notification_v1 {cluster}
(
    application_id UInt64,
    original_transaction_id String,
    notification_id String,
    notification String CODEC(ZSTD(1)),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, original_transaction_id, notification_id)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
