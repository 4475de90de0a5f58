-- Grain: one row per currency and day on which the central bank published; the euro itself has a row with rate 1.
-- Sorting key: (currency, day), so that the last rate on or before a day is the end of a run.
-- Engine: ReplacingMergeTree by log position.
-- Writer: exchange-rate projection. Readers: every question about money. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.exchange_rate_per_day_v1 {cluster}
(
    currency LowCardinality(String),
    day Date,
    units_per_euro Float64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (currency, day)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
