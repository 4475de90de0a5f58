-- Grain: one row per install whose SDK got its first final answer, which is what plans are limited by; test records are not in it.
-- Sorting key: the application, then the install; an install has one first answer.
-- Engine: ReplacingMergeTree by log position: what was said last counts.
-- Writer: first-answers projection. Readers: usage of a team. Retention: for ever.
CREATE TABLE IF NOT EXISTS {database}.first_answer_v1 {cluster}
(
    application_id UInt64,
    install_id String,
    answered_at DateTime64(3, 'UTC'),
    log_position UInt64,
    recorded_at DateTime64(3, 'UTC')
)
ENGINE = {engine}(log_position)
ORDER BY (application_id, install_id)
SETTINGS non_replicated_deduplication_window = 1000, old_parts_lifetime = 480;
