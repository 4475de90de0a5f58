-- Grain: application, product, instant of the fit and country ('' is the whole world): one curve of a fitted model.
-- Sorting key: the identity, read by product and fit.
-- Engine: ReplacingMergeTree by log position. Granules are small because rows are wide and few are read.
-- `conversion`: chance to convert at hours 0, 1, … introduction + 24, then at each of 30 further days; empty without an
--   introduction. `retention`: chance of charge n + 1 given charge n, for n from 1. `reach` and `following` start at charge 1 and
--   end at the last one within the horizon: the chance to get there, and how many charges are expected from there on, itself
--   included, once it is made.
-- Writer: prediction-model projection. Readers: reports (values of live subscriptions), pages about models.
-- Retention: for ever, like the model's.
CREATE TABLE IF NOT EXISTS {database}.prediction_curve_v1 {cluster}
(
    application_id UInt64,
    product_id String,
    as_of DateTime64(3, 'UTC'),
    country LowCardinality(String),
    grade LowCardinality(String),
    trials Float64,
    mature_trials Float64,
    alpha Float64,
    beta Float64,
    conversion Array(Float64),
    retention Array(Float64),
    reach Array(Float64),
    following Array(Float64),
    at_risk Array(Float64),
    counted Array(Float64),
    renewed Array(Float64),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, product_id, as_of, country)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
