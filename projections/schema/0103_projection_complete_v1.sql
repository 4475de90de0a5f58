-- Grain: one row per projection whose tables were ever complete: since which position of the log.
-- Sorting key: the identity.
-- Engine: ReplacingMergeTree by log position.
-- Writer: the runner, once. Readers: the runner at start, what operators look at. Retention: for ever, a few rows.
CREATE TABLE IF NOT EXISTS {database}.projection_complete_v1 {cluster}
(
    projection_name LowCardinality(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (projection_name)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
