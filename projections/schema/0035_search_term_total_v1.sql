-- Grain: application, ad organization, campaign, ad group, keyword (0 = chosen by the ad service) and search term; all countries
--   and a year of days together, as the service added them up: it names fewer terms when it is asked by day.
-- Sorting key: the ids first, because every question asks one campaign.
-- Engine: ReplacingMergeTree by log position: a snapshot replaces the one before; a term it no longer names has a row of zeros.
-- Money: micros of `currency` (ISO 4217).
-- `unread`: figures that could not be read and were never known; their column says 0 and means nothing. Bits: impressions 1, taps 2,
--   tap installs 4, installs after a view 8, spend 16.
-- Writer: term-totals projection. Readers: search-term filters. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.search_term_total_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    text String,
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
ORDER BY (application_id, org_id, campaign_id, ad_group_id, keyword_id, text)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
