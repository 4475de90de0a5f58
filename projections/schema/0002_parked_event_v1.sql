-- Grain: one row per event that could not be projected, and per later event of the same stream.
-- Sorting key: (log_position), the identity of an event.
-- Engine: ReplacingMergeTree, so that parking an event twice is harmless.
-- Writer: the runner. Readers: the runner at start, operators.
-- Retention: until a rebuild has read the events again.
CREATE TABLE IF NOT EXISTS {database}.parked_event_v1 {cluster}
(
    log_position UInt64,
    stream String,
    event_id String,
    event_type LowCardinality(String),
    error String,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (log_position)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
