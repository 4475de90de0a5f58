-- owed_payments: of a term that is paid month by month, payments that are still to come whether or not it is renewed.
-- ends_after_owed: it is not renewed, so that nothing comes after those; only while such a term runs.
ALTER TABLE {database}.subscription_current_v1 {cluster}
    ADD COLUMN IF NOT EXISTS owed_payments UInt16,
    ADD COLUMN IF NOT EXISTS ends_after_owed Bool;
ALTER TABLE {database}.cohort_subscription_v1 {cluster}
    ADD COLUMN IF NOT EXISTS owed_payments UInt16,
    ADD COLUMN IF NOT EXISTS ends_after_owed Bool;
