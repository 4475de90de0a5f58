-- Grain: one row per application, version of the SDK and event that counts refused calls of it.
-- Sorting key: the application, then when the calls were counted, because only the newest days are asked for.
-- Engine: ReplacingMergeTree by log position, which is in the key: processes count apart, and a repeated row is one row.
-- `sdk_version` is empty where the calls named none.
-- Writer: sdk-refusals projection. Readers: the row of the SDK in Settings. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.sdk_refusal_v1 {cluster}
(
    application_id UInt64,
    counted_at DateTime64(3, 'UTC'),
    sdk_version String,
    calls UInt64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, counted_at, sdk_version, log_position)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
