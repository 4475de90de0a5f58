-- Grain: application, product and instant up to which events were read: one fitted model.
-- Sorting key: the identity; a report takes the newest model of a product at or before the instant it is asked for.
-- Built-in models have the earliest instants: the first second for a product of which only an introduction was seen, the
--   second one once the length of its period is known. Every later fit is newer.
-- Engine: ReplacingMergeTree by log position. Granules are small because rows are wide and few are read.
-- `within_period` has 21 values, `recovery` 61; `period_days` is a standard length, `intro_hours` null without an introduction.
-- Writer: prediction-model projection. Readers: reports (values of live subscriptions), pages about models.
-- Retention: for ever, so that a report can be asked as it was known then.
CREATE TABLE IF NOT EXISTS {database}.prediction_model_v1 {cluster}
(
    application_id UInt64,
    product_id String,
    as_of DateTime64(3, 'UTC'),
    method LowCardinality(String),
    period_days Float64,
    intro_hours Nullable(Float64),
    horizon_months UInt16,
    trial_strength Float64,
    retention_strength Float64,
    billing_success Float64,
    refund_rate Float64,
    constant_tail Bool,
    grade LowCardinality(String),
    back_test_bias Nullable(Float64),
    within_period Array(Float64),
    recovery Array(Float64),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, product_id, as_of)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
