-- Grain: application, ad organization, campaign, ad group, keyword (0 = chosen by the ad service), search term, source, country
--   and day in the organization's zone. An empty text is the rest of terms too rare to be reported; an empty country was not given.
-- Sorting key: the ids first, because every question asks one campaign or keyword; the day before the text, so that a range
--   of days is a run of rows.
-- Engine: ReplacingMergeTree by log position: the service restates days, the newest figures win.
-- Partitions: by month, a function of the key, so that a row and its restatement meet.
--   A month that no batch has written to for ten minutes becomes one part, so that readers of its newest rows merge nothing.
-- Money: micros of `currency` (ISO 4217).
-- `unread`: figures that could not be read and were never known; their column says 0 and means nothing. Bits: impressions 1, taps 2,
--   tap installs 4, installs after a view 8, spend 16.
-- Writer: search-terms projection. Readers: match rate, impression shares of keywords. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.search_term_per_day_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    text String,
    source LowCardinality(String),
    country LowCardinality(String),
    day Date,
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
PARTITION BY toYYYYMM(day)
ORDER BY (application_id, org_id, campaign_id, ad_group_id, keyword_id, day, text, source, country)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480,
    min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
