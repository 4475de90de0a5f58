-- Grain: one row per projection and stream that it has ever parked: where, why, and whether it still is.
-- Sorting key: the identity.
-- Engine: ReplacingMergeTree by the position of what decided it: the event that could not be projected, or an operator's decision.
-- `position`, `revision` and `event_type` are those of the event that could not be projected; later events of its stream wait
--   in the log.
-- Writer: the runner, before it moves its checkpoint. Readers: the runner at start, health, operators. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.parked_stream_v1 {cluster}
(
    projection_name LowCardinality(String),
    stream String,
    is_parked Bool,
    position UInt64,
    revision UInt64,
    event_type LowCardinality(String),
    reason String,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (projection_name, stream)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
