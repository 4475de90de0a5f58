-- Installs by kind, and pre-orders, after a tap and after a view: null on days of which they are not known.
ALTER TABLE {database}.ads_performance_per_day_v1 {cluster}
    ADD COLUMN IF NOT EXISTS tap_new_downloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS view_new_downloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS tap_redownloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS view_redownloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS tap_pre_orders Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS view_pre_orders Nullable(UInt32);
ALTER TABLE {database}.ads_performance_per_month_v1 {cluster}
    ADD COLUMN IF NOT EXISTS tap_new_downloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS view_new_downloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS tap_redownloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS view_redownloads Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS tap_pre_orders Nullable(UInt32),
    ADD COLUMN IF NOT EXISTS view_pre_orders Nullable(UInt32);
-- The application's share of all impressions in any slot; the bounds beside them are those of the first one. 0 says nothing.
ALTER TABLE {database}.impression_share_per_day_v1 {cluster}
    ADD COLUMN IF NOT EXISTS all_slots_low_share Float64,
    ADD COLUMN IF NOT EXISTS all_slots_high_share Float64;
