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

-- Of installs from before this table only the first launch is known, and when they were decided is not far from it. Doing it again
--   changes nothing: of each key the highest position counts, and what the log says is higher than the report of the install.
INSERT INTO {database}.first_answer_v1 (application_id, install_id, answered_at, log_position, recorded_at)
SELECT application_id, install_id, first_launch_at, reported_position, recorded_at
FROM {database}.install_current_v1 FINAL WHERE state IN ('attributed', 'organic');
INSERT INTO {database}.projection_checkpoint_v1 (projection_name, state, from_position, log_position, recorded_at)
SELECT 'first-answers.v1', state, from_position, log_position, recorded_at
FROM {database}.projection_checkpoint_v1 AS c FINAL
WHERE c.projection_name = 'cohort.v1';
