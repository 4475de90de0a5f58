-- Grain: one row per original transaction: a subscription's whole life, or a one-time purchase, with its install's attribution.
-- Sorting key: (application_id, original_transaction_id), the identity; everything else changes with time.
-- Engine: ReplacingMergeTree by log position; a row is always made whole, from all that is known.
-- `kind` none: nothing to count (a relative's access). The status at an instant: `ended_status` from `ended_at` on, else billing
--   issues from `billing_issues_at` on, else `status`. `install_state` unknown: its install is not known.
-- What the value of its future depends on: `line_charge_count` charges of its present product, the present period, when the
--   trial that was not charged yet began, since when the store tries to collect a payment (while renewal is on: since the end
--   of the period), `paid_service_days` gathered by the end of the period, and the price of the next charge without tax, null
--   and '' while the store named none.
-- `ends_ms` to `price_micros`: as in `cohort_subscription_v1`, computed when they are asked for.
-- Writer: cohort projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.subscription_current_v1 {cluster}
(
    application_id UInt64,
    original_transaction_id String,
    kind Enum8('none' = 0, 'subscription' = 1, 'one_time' = 2),
    product_id LowCardinality(String),
    storefront LowCardinality(String),
    started_at DateTime64(3, 'UTC'),
    intro Enum8('none' = 0, 'free' = 1, 'paid' = 2),
    intro_started_at Nullable(DateTime64(3, 'UTC')),
    intro_expires_at Nullable(DateTime64(3, 'UTC')),
    is_converted Bool,
    is_trial_conversion Bool,
    is_refunded Bool,
    charge_count UInt32,
    status Enum8('none' = 0, 'trial' = 1, 'trial_canceled' = 2, 'billing_issues' = 3, 'active' = 4, 'canceled' = 5, 'refunded' = 6),
    billing_issues_at Nullable(DateTime64(3, 'UTC')),
    ended_at Nullable(DateTime64(3, 'UTC')),
    ended_status Enum8('trial_canceled' = 2, 'canceled' = 5),
    auto_renew Bool,
    period_expires_at Nullable(DateTime64(3, 'UTC')),
    line_charge_count UInt32,
    period_started_at Nullable(DateTime64(3, 'UTC')),
    trial_started_at Nullable(DateTime64(3, 'UTC')),
    retry_since Nullable(DateTime64(3, 'UTC')),
    paid_service_days Float64,
    next_price_ex_vat_micros Nullable(Int64),
    next_price_currency LowCardinality(String),
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
    ends_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(ended_at), 9223372036854775807),
    issues_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(billing_issues_at), 9223372036854775807),
    live_statuses UInt8 ALIAS multiIf(kind != 'subscription', 0, line_charge_count > 0, 26, isNotNull(trial_started_at), 10, 0),
    since_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(if(status = 'trial', trial_started_at, period_started_at)), 0),
    retry_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(retry_since), 0),
    period_ms Int64 ALIAS greatest(0, ifNull(toUnixTimestamp64Milli(period_expires_at) - toUnixTimestamp64Milli(period_started_at), 0)),
    price_micros Int64 ALIAS ifNull(next_price_ex_vat_micros, 0),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, original_transaction_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
