-- Grain: one row per install and original transaction that may belong to it, named by the SDK or by the store's account token.
-- Sorting key: the install first (`install_key`: its id in lower case), because it is asked what an install has bought when
--   its attribution becomes known.
-- Engine: ReplacingMergeTree by log position.
-- Granules are small because the projector looks single keys up all the time.
-- Writer: cohort projection. Readers: the cohort projection's look-ups. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.install_transaction_v1 {cluster}
(
    application_id UInt64,
    install_key String,
    original_transaction_id String,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, install_key, original_transaction_id)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
