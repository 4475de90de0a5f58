-- Grain: one row per delivery to an address of a customer, as it is now. `state` is `held` while its user's attribution is open, and
--   `dropped` when no ad brought the user: these two are not shown. `event` is empty for a forwarded notification, `sequence` 0 before
--   the first attempt, `reason` empty unless it is not sent.
-- `is_estimated`: the refund is what an upgrade takes back; the store did not report it.
-- Sorting key: the application, then the instant it was made, because the newest are asked first; neither changes.
-- Engine: ReplacingMergeTree by log position: what was said last counts.
-- Writer: webhook-deliveries projection. Readers: deliveries. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.webhook_delivery_v1 {cluster}
(
    application_id UInt64,
    created_at DateTime64(3, 'UTC'),
    delivery_id String,
    endpoint_id String,
    lane LowCardinality(String),
    event LowCardinality(String),
    url String,
    sequence UInt64,
    state LowCardinality(String),
    reason LowCardinality(String),
    next_attempt_at Nullable(DateTime64(3, 'UTC')),
    is_estimated Bool,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, created_at, delivery_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
