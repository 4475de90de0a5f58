-- Grain: product, storefront, kind of payment and UTC day of purchase: the last price the store named that day, without tax.
-- Sorting key: the identity with the day last, so that the last price before a date is the end of a run.
-- Engine: ReplacingMergeTree by log position. Money: micros of `currency`.
-- Old-style notifications name no price; their sales are priced from here.
-- Writer: product-price projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.product_price_per_day_v1 {cluster}
(
    application_id UInt64,
    product_id LowCardinality(String),
    storefront LowCardinality(String),
    kind Enum8('none' = 0, 'intro' = 1, 'charge' = 2, 'one_time' = 3),
    day Date,
    currency LowCardinality(String),
    gross_ex_vat_micros Int64,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, product_id, storefront, kind, day)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
