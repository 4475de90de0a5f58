-- Grain: one row per label of an application as it is called now; deleted ones stay, marked.
-- Sorting key: (application_id, label_id), the identity, asked by application.
-- Engine: ReplacingMergeTree by log position, the newest name wins.
-- Writer: labels projection. Readers: reports, which leave labels out that are deleted. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.label_current_v1 {cluster}
(
    application_id UInt64,
    label_id UInt64,
    name String,
    is_deleted Bool,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, label_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
