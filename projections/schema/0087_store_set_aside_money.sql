-- What rows that are not counted would have brought: currencies, and for each of them proceeds and what customers paid.
--   rows_without_money: rows whose proceeds cannot be read either.
ALTER TABLE {database}.store_set_aside_per_day_v1 {cluster}
    ADD COLUMN IF NOT EXISTS currencies Array(LowCardinality(String)) AFTER rows,
    ADD COLUMN IF NOT EXISTS proceeds_micros Array(Int64) AFTER currencies,
    ADD COLUMN IF NOT EXISTS price_micros Array(Int64) AFTER proceeds_micros,
    ADD COLUMN IF NOT EXISTS rows_without_money UInt64 AFTER price_micros;
