-- Grain: one row per original transaction, with what reports count it by and what its value depends on; columns mean what they mean in
--   `subscription_current_v1`.
-- Sorting key: the first launch of its install (the first instant while that is not known), because every report asks a range of
--   it; then `subscription_key`, the first half of the MD5 of the original transaction's id. Where another install turns out to be
--   the one, the row at the former place is written again with `is_removed`.
-- Engine: ReplacingMergeTree by log position. `is_removed` is also set where there is nothing to count. It is a plain column: the
--   engine's own mark of deleted rows would make readers merge what needs no merging.
-- What is asked of every subscription, computed once when it is written: most of a small question's work is the engine's
--   planning of its expressions. One definition for reports, values and explanations.
--   ends_ms, issues_ms: milliseconds since 1970 from which the subscription counts as ended, or as not paid; beyond any instant
--     where that is not known to come.
--   live_statuses: bit n is set when the subscription may still bring money while its status is the one of number n: it runs, is
--     on trial or its payment is being collected, and it has been charged or is on an introduction. One-time purchases and free
--     periods that are no introduction bring nothing more.
--   since_ms: when a trial began, else when the present period began; retry_ms: when a payment fell due. 0 where not known.
--   period_ms: length of the present period; 0 where not known.
--   price_micros: price of the next charge without tax; 0 where the store named none.
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
    ends_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(ended_at), 9223372036854775807),
    issues_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(billing_issues_at), 9223372036854775807),
    live_statuses UInt8 MATERIALIZED multiIf(kind != 'subscription', 0, line_charge_count > 0, 26, isNotNull(trial_started_at), 10, 0),
    since_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(if(status = 'trial', trial_started_at, period_started_at)), 0),
    retry_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(retry_since), 0),
    period_ms Int64 MATERIALIZED greatest(0, ifNull(toUnixTimestamp64Milli(period_expires_at) - toUnixTimestamp64Milli(period_started_at), 0)),
    price_micros Int64 MATERIALIZED ifNull(next_price_ex_vat_micros, 0),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, first_launch_at, subscription_key)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
