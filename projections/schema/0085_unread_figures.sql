-- Figures of a row that could not be read and were never known: their column says 0 and means nothing. Bits: impressions 1, taps 2,
--   tap installs 4, installs after a view 8, spend 16.
ALTER TABLE {database}.ads_performance_per_day_v1 {cluster} ADD COLUMN IF NOT EXISTS unread UInt8 DEFAULT 0;
ALTER TABLE {database}.ads_performance_per_month_v1 {cluster} ADD COLUMN IF NOT EXISTS unread UInt8 DEFAULT 0;
ALTER TABLE {database}.search_term_per_day_v1 {cluster} ADD COLUMN IF NOT EXISTS unread UInt8 DEFAULT 0;
ALTER TABLE {database}.ad_performance_per_day_v1 {cluster} ADD COLUMN IF NOT EXISTS unread UInt8 DEFAULT 0;
ALTER TABLE {database}.search_term_total_v1 {cluster} ADD COLUMN IF NOT EXISTS unread UInt8 DEFAULT 0;
