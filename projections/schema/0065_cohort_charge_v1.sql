-- Grain: one row per transaction of the store that brought money, with what reports count it by; columns mean what they mean in
--   `charge_v1`.
-- Sorting key: the first launch of its install (the first instant while that is not known), as in `cohort_subscription_v1`; then
--   `charge_key`, the first half of the MD5 of `<original transaction>/<transaction>`.
-- Engine: ReplacingMergeTree by log position. `is_removed`: a transaction that brought no money, or one whose place is another by now.
-- Writer: cohort projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.cohort_charge_v1 {cluster}
(
    application_id UInt64,
    first_launch_at DateTime64(3, 'UTC'),
    charge_key UInt64,
    is_removed Bool,
    kind Enum8('none' = 0, 'intro' = 1, 'charge' = 2, 'one_time' = 3),
    product_id LowCardinality(String),
    purchased_at DateTime64(3, 'UTC'),
    storefront LowCardinality(String),
    currency LowCardinality(String),
    is_priced Bool,
    is_vat_known Bool,
    net_micros Int64,
    net_small_business_micros Int64,
    kept_share Float64,
    kept_share_small_business Float64,
    install_state Enum8('unknown' = 0, 'pending' = 1, 'attributed' = 2, 'organic' = 3, 'test' = 4),
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    country LowCardinality(String),
    claim_type LowCardinality(String),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, first_launch_at, charge_key)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
