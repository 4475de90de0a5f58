-- Grain: one row per transaction of the store, with its install's attribution; `kind` none brought no money (a free period).
-- Sorting key: (application_id, original_transaction_id, transaction_id), the identity.
-- Engine: ReplacingMergeTree by log position; a refund or a late attribution writes the row again.
-- Money: micros of `currency` after tax. `net_micros` is after store fee and refund, `net_small_business_micros` the same at the
--   fee of the store's small-business programme. Where `is_priced` is false (old-style notifications name no price) money is 0
--   and `kept_share` and `kept_share_small_business` say which part of a price would be left. `storefront` is that of the purchase,
--   for unpriced ones that of the install, empty when neither is known. `country` is the install's.
-- `is_refund_estimated`: the store reported no refund of the payment; `refunded_share` is what an upgrade left unused of its period.
-- Writer: cohort projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.charge_v1 {cluster}
(
    application_id UInt64,
    original_transaction_id String,
    transaction_id String,
    kind Enum8('none' = 0, 'intro' = 1, 'charge' = 2, 'one_time' = 3),
    product_id LowCardinality(String),
    purchased_at DateTime64(3, 'UTC'),
    storefront LowCardinality(String),
    currency LowCardinality(String),
    is_priced Bool,
    is_vat_known Bool,
    is_second_year Bool,
    charge_number UInt32,
    refunded_share Float64,
    is_refund_estimated Bool,
    gross_ex_vat_micros Int64,
    net_micros Int64,
    net_small_business_micros Int64,
    kept_share Float64,
    kept_share_small_business Float64,
    install_id String,
    install_state Enum8('unknown' = 0, 'pending' = 1, 'attributed' = 2, 'organic' = 3, 'test' = 4),
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    ad_id UInt64,
    country LowCardinality(String),
    claim_type LowCardinality(String),
    custom_product_page String,
    device_class LowCardinality(String),
    first_launch_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, original_transaction_id, transaction_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
