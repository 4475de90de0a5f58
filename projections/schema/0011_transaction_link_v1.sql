-- Grain: one row per time the SDK said which install an original transaction belongs to; the first one counts.
-- Sorting key: the original transaction, then the position in the log, so that the first link comes first.
-- Landing table: `link` is the event's data as JSON.
-- Engine: ReplacingMergeTree, so that writing a link twice is harmless.
-- Granules are small because the projector looks single keys up all the time.
-- Writer: cohort projection. Readers: the cohort projection's look-ups. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.transaction_link_v1 {cluster}
(
    application_id UInt64,
    original_transaction_id String,
    install_id String,
    link String,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, original_transaction_id, log_position)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
