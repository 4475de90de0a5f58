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
ALTER TABLE {database}.cohort_subscription_v1 {cluster}
    ADD COLUMN IF NOT EXISTS ends_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(ended_at), 9223372036854775807),
    ADD COLUMN IF NOT EXISTS issues_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(billing_issues_at), 9223372036854775807),
    ADD COLUMN IF NOT EXISTS live_statuses UInt8 MATERIALIZED multiIf(kind != 'subscription', 0, line_charge_count > 0, 26, isNotNull(trial_started_at), 10, 0),
    ADD COLUMN IF NOT EXISTS since_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(if(status = 'trial', trial_started_at, period_started_at)), 0),
    ADD COLUMN IF NOT EXISTS retry_ms Int64 MATERIALIZED ifNull(toUnixTimestamp64Milli(retry_since), 0),
    ADD COLUMN IF NOT EXISTS period_ms Int64 MATERIALIZED greatest(0, ifNull(toUnixTimestamp64Milli(period_expires_at) - toUnixTimestamp64Milli(period_started_at), 0)),
    ADD COLUMN IF NOT EXISTS price_micros Int64 MATERIALIZED ifNull(next_price_ex_vat_micros, 0);

ALTER TABLE {database}.subscription_current_v1 {cluster}
    ADD COLUMN IF NOT EXISTS ends_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(ended_at), 9223372036854775807),
    ADD COLUMN IF NOT EXISTS issues_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(billing_issues_at), 9223372036854775807),
    ADD COLUMN IF NOT EXISTS live_statuses UInt8 ALIAS multiIf(kind != 'subscription', 0, line_charge_count > 0, 26, isNotNull(trial_started_at), 10, 0),
    ADD COLUMN IF NOT EXISTS since_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(if(status = 'trial', trial_started_at, period_started_at)), 0),
    ADD COLUMN IF NOT EXISTS retry_ms Int64 ALIAS ifNull(toUnixTimestamp64Milli(retry_since), 0),
    ADD COLUMN IF NOT EXISTS period_ms Int64 ALIAS greatest(0, ifNull(toUnixTimestamp64Milli(period_expires_at) - toUnixTimestamp64Milli(period_started_at), 0)),
    ADD COLUMN IF NOT EXISTS price_micros Int64 ALIAS ifNull(next_price_ex_vat_micros, 0);
