-- Grain: one row per original transaction, with what reports count it by and what its value depends on; columns mean what they mean in
--   `subscription_current_v1`.
-- Sorting key: the first launch of its install (the first instant while that is not known), because every report asks a range of
--   it; then `subscription_key`, the first half of the MD5 of the original transaction's id. Where another install turns out to be
--   the one, the row at the former place is written again with `is_removed`.
-- Engine: ReplacingMergeTree by log position. `is_removed` is also set where there is nothing to count. It is a plain column: the
--   engine's own mark of deleted rows would make readers merge what needs no merging.
-- Writer: cohort projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.cohort_subscription_v1 {cluster}
(
    application_id UInt64,
    first_launch_at DateTime64(3, 'UTC'),
    subscription_key UInt64,
    is_removed Bool,
    kind Enum8('none' = 0, 'subscription' = 1, 'one_time' = 2),
    product_id LowCardinality(String),
    storefront LowCardinality(String),
    started_at DateTime64(3, 'UTC'),
    intro Enum8('none' = 0, 'free' = 1, 'paid' = 2),
    is_converted Bool,
    is_trial_conversion Bool,
    is_refunded Bool,
    status Enum8('none' = 0, 'trial' = 1, 'trial_canceled' = 2, 'billing_issues' = 3, 'active' = 4, 'canceled' = 5, 'refunded' = 6),
    billing_issues_at Nullable(DateTime64(3, 'UTC')),
    ended_at Nullable(DateTime64(3, 'UTC')),
    ended_status Enum8('trial_canceled' = 2, 'canceled' = 5),
    period_expires_at Nullable(DateTime64(3, 'UTC')),
    line_charge_count UInt32,
    period_started_at Nullable(DateTime64(3, 'UTC')),
    trial_started_at Nullable(DateTime64(3, 'UTC')),
    retry_since Nullable(DateTime64(3, 'UTC')),
    paid_service_days Float64,
    next_price_ex_vat_micros Nullable(Int64),
    next_price_currency LowCardinality(String),
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
ORDER BY (application_id, first_launch_at, subscription_key)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;

-- What is known already, for tables that are older than this one. Doing it again changes nothing, also when the table has more columns.
INSERT INTO {database}.cohort_subscription_v1
(
    application_id, first_launch_at, subscription_key, is_removed, kind, product_id, storefront, started_at, intro,
    is_converted, is_trial_conversion, is_refunded, status, billing_issues_at, ended_at, ended_status, period_expires_at,
    line_charge_count, period_started_at, trial_started_at, retry_since, paid_service_days, next_price_ex_vat_micros,
    next_price_currency, install_state, org_id, campaign_id, ad_group_id, keyword_id, country, claim_type,
    log_position, recorded_at
)
SELECT application_id, first_launch_at, halfMD5(original_transaction_id), kind = 'none', kind, product_id, storefront, started_at, intro,
    is_converted, is_trial_conversion, is_refunded, status, billing_issues_at, ended_at, ended_status, period_expires_at,
    line_charge_count, period_started_at, trial_started_at, retry_since, paid_service_days, next_price_ex_vat_micros,
    next_price_currency, install_state, org_id, campaign_id, ad_group_id, keyword_id, country, claim_type,
    s.log_position, s.recorded_at
FROM {database}.subscription_current_v1 AS s FINAL;
