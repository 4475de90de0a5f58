-- Grain: one row per event about the use of a page; `day` is that of receipt in UTC, `at` is by the clock of the page. `account_id` is null
--   before a person is signed in. `properties` is JSON, by the catalogue of the contract.
-- Sorting key: the day and the name, then the report and the event's place in it.
-- Engine: ReplacingMergeTree by log position, so that a repeated row is one row.
-- Writer: usage projection. Readers: operators. Retention: 13 months.
CREATE TABLE IF NOT EXISTS {database}.usage_event_v1 {cluster}
(
    day Date,
    name LowCardinality(String),
    at DateTime64(3, 'UTC'),
    account_id Nullable(UInt64),
    place UInt16,
    properties String,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
PARTITION BY toYYYYMM(day)
ORDER BY (day, name, log_position, place)
TTL day + INTERVAL 13 MONTH
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
