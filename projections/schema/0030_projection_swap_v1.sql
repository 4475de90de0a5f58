-- Grain: one row per projection whose tables were ever rebuilt beside the live ones: the state of that rebuild.
-- Sorting key: the identity.
-- Engine: ReplacingMergeTree by the number of the change.
-- `incoming` names the tables (by UUID) that are to be live when the swap is finished, so that a swap that was cut off is ended by
--   any process that finds it.
-- Writer: rebuilds, the runner. Readers: both, and questions that take more than one statement. Retention: for ever, a few rows.
CREATE TABLE IF NOT EXISTS {database}.projection_swap_v1 {cluster}
(
    projection_name LowCardinality(String),
    sequence UInt64,
    state Enum8('free' = 1, 'filling' = 2, 'failed' = 3, 'held' = 4, 'swapping' = 5),
    acknowledged Bool,
    until DateTime64(3, 'UTC'),
    detail String,
    incoming Map(String, String),
    checkpoint String,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(sequence)
ORDER BY (projection_name)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
