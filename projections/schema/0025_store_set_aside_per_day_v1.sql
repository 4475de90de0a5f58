-- Grain: application, day of the store's calendar, report and reason: how many rows of the store's report are not counted.
-- What they would have brought: currencies, and for each of them proceeds and what customers paid. `rows_without_money`: rows whose
--   proceeds cannot be read either.
-- Sorting key: the identity, asked by application.
-- Engine: ReplacingMergeTree by log position: the newest count wins; 0 when the report was corrected.
-- Writer: store-sales projection. Readers: the counter shown beside sales. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.store_set_aside_per_day_v1 {cluster}
(
    application_id UInt64,
    day Date,
    report Enum8('sales' = 1, 'subscriptions' = 2),
    reason LowCardinality(String),
    rows UInt64,
    currencies Array(LowCardinality(String)),
    proceeds_micros Array(Int64),
    price_micros Array(Int64),
    rows_without_money UInt64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, day, report, reason)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
