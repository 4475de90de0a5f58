-- Grain: application, ad organization and what was pulled (structure and figures, months, search terms, impression shares): what
--   kept the last pull from being whole; an empty reason when nothing did.
-- Sorting key: the identity, asked by application.
-- Engine: ReplacingMergeTree by log position.
-- Writer: source-problems projection. Readers: the warnings of reports. Retention: for ever, a handful of rows.
CREATE TABLE IF NOT EXISTS {database}.source_problem_v1 {cluster}
(
    application_id UInt64,
    org_id UInt64,
    subject LowCardinality(String),
    state LowCardinality(String),
    reason LowCardinality(String),
    since DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, org_id, subject)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
