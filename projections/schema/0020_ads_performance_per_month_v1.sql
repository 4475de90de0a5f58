-- Grain: application, ad organization, campaign, country and month, for months that began before the first day known by day:
--   the ad service gives older figures by month only. Such a month counts from here and not from its days, unless all its rows are zeros:
--   then its days were loaded and count.
-- Sorting key: the identity with the month before the country, so that a year is a run of rows.
-- Engine: ReplacingMergeTree by log position: the newest figures win.
-- Money: micros of `currency` (ISO 4217).
-- `unread`: figures that could not be read and were never known; their column says 0 and means nothing. Bits: impressions 1, taps 2,
--   tap installs 4, installs after a view 8, spend 16.
-- Writer: ads-months projection. Readers: monthly report. Retention: for ever, some hundred rows per organization.
CREATE TABLE IF NOT EXISTS {database}.ads_performance_per_month_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    campaign_id UInt64,
    country LowCardinality(String),
    month Date,
    impressions UInt64,
    taps UInt64,
    tap_installs UInt64,
    view_installs UInt64,
    spend_micros Int64,
    currency LowCardinality(String),
    unread UInt8 DEFAULT 0,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, org_id, campaign_id, month, country)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
