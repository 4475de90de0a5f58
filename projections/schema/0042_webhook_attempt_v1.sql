-- Grain: one row per attempt to post a delivery. `http_status` is null when no answer came; `answer` is the beginning of its body.
-- Sorting key: the delivery; then the instant, and the position, which makes it unique.
-- Engine: ReplacingMergeTree by log position, so that a repeated row is one row.
-- Writer: webhook-deliveries projection. Readers: deliveries. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.webhook_attempt_v1 {cluster}
(
    application_id UInt64,
    delivery_id String,
    attempted_at DateTime64(3, 'UTC'),
    http_status Nullable(UInt16),
    ms UInt32,
    error LowCardinality(String),
    answer String,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, delivery_id, attempted_at, log_position)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
