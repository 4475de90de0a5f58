-- Grain: one row per original transaction and product line: from its start, or from its change to this product, until it
--   changes to another. What the models of products learn from.
-- Sorting key: the identity; a question reads an application's lines page by page.
-- Engine: ReplacingMergeTree by log position; a row is always made whole, from all that is known.
-- Moments are parallel arrays, in order of time; instants in them are milliseconds since 1970, UTC. `due_ms` and
--   `paid_until_ms` are 0 for all but charges, `charge` is 0 for all but refunds.
-- Writer: cohort projection. Readers: the refit of models. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.subscription_line_v1 {cluster}
(
    application_id UInt64,
    original_transaction_id String,
    line UInt16,
    product_id LowCardinality(String),
    country LowCardinality(String),
    started_at DateTime64(3, 'UTC'),
    intro_started_at Nullable(DateTime64(3, 'UTC')),
    intro_expires_at Nullable(DateTime64(3, 'UTC')),
    left_at Nullable(DateTime64(3, 'UTC')),
    moment_kinds Array(Enum8('charge' = 1, 'renewal_off' = 2, 'renewal_on' = 3, 'payment_failed' = 4, 'expired' = 5, 'refund' = 6)),
    moments_ms Array(Int64),
    due_ms Array(Int64),
    paid_until_ms Array(Int64),
    charge Array(UInt32),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, original_transaction_id, line)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
