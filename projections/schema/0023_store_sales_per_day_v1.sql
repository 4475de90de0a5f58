-- Grain: application, day of the store's calendar, country, device, kind of sale, product (empty for the app itself), the
--   store's number of it, kind of order (new, renewal, refund, free, the form of an offer, or empty) and the two currencies.
-- Units and amounts are totals, negative for refunds. Proceeds are after tax and the store's fee; prices are what customers
--   paid. Money: micros of the currency beside it (ISO 4217); a currency need not have a reference rate.
-- Sorting key: application and day, because every question asks a range of days of one application.
-- Engine: ReplacingMergeTree by log position: the newest figures win.
-- Writer: store-sales projection. Readers: countries, in-app products. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.store_sales_per_day_v1 {cluster}
(
    application_id UInt64,
    day Date,
    country LowCardinality(String),
    device LowCardinality(String),
    kind Enum8('download' = 1, 'redownload' = 2, 'update' = 3, 'purchase' = 4, 'subscription' = 5, 'other' = 6),
    product_id LowCardinality(String),
    store_item_id UInt64,
    order_kind LowCardinality(String),
    units Int64,
    proceeds_micros Int64,
    proceeds_currency LowCardinality(String),
    price_micros Int64,
    price_currency LowCardinality(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
PARTITION BY toYear(day)
ORDER BY (application_id, day, country, kind, product_id, device, store_item_id, order_kind, proceeds_currency, price_currency)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
