-- Grain: one row per object and label that it has or once had. Ids a level does not have are 0.
-- Sorting key: the object, asked by application, organization and campaign; then the label.
-- Engine: ReplacingMergeTree by log position, so that the newest change of a label and an object holds.
-- Writer: labels projection. Readers: reports. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.label_object_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    campaign_id UInt64,
    ad_group_id UInt64,
    keyword_id UInt64,
    label_id UInt64,
    is_set Bool,
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, org_id, campaign_id, ad_group_id, keyword_id, label_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
