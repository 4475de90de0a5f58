-- Grain: one row per install as its SDK reported it first; test builds are not in it.
-- Sorting key: the application, then when it was received, because only the newest days are asked for.
-- Engine: ReplacingMergeTree by log position, so that a repeated row is one row.
-- `sdk_version` is empty where the call named none. `has_token`: the first call brought Apple's token.
-- Writer: sdk-installs projection. Readers: the row of the SDK in Settings. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.sdk_install_v1 {cluster}
(
    application_id UInt64,
    received_at DateTime64(3, 'UTC'),
    install_id String,
    sdk_version String,
    has_token Bool,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, received_at, install_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
