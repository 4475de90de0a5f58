-- Grain: application, day of the store's calendar, country, device and subscription: how many were in which state at the end
--   of the day, as the store counts them.
-- Sorting key: application and day, because every question asks a range of days of one application.
-- Engine: ReplacingMergeTree by log position: the newest figures win.
-- The store's number of the subscription is that of its sales (`store_sales_per_day_v1`), which name the product.
-- Writer: store-sales projection. Readers: in-app products. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.store_subscriptions_per_day_v1 {cluster}
(
    application_id UInt64,
    day Date,
    country LowCardinality(String),
    device LowCardinality(String),
    store_item_id UInt64,
    name LowCardinality(String),
    group_id LowCardinality(String),
    duration LowCardinality(String),
    active UInt64,
    trials UInt64,
    paid_introductions UInt64,
    offers UInt64,
    billing_retry UInt64,
    grace_period UInt64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
PARTITION BY toYear(day)
ORDER BY (application_id, day, country, device, store_item_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
