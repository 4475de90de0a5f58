-- Grain: one row per projection and state: the range of the log that is about to be written ("intended") and the last one
--   that is written ("done").
-- Sorting key: (projection_name, state), the identity, so that each state has one row.
-- Engine: ReplacingMergeTree, the row with the highest position wins.
-- Writer: the runner, "intended" before the inserts of a batch and "done" after them.
-- Readers: the runner at start, every answer that carries a log position.
-- Retention: for ever, a handful of rows.
CREATE TABLE IF NOT EXISTS {database}.projection_checkpoint_v1 {cluster}
(
    projection_name LowCardinality(String),
    state Enum8('intended' = 1, 'done' = 2),
    from_position UInt64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (projection_name, state)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
