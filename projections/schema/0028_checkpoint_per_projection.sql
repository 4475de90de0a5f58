-- One checkpoint of all tables becomes one for each projection that wrote them, at the version it had then. Doing it again changes
--   nothing: of each name and state the highest position counts.
INSERT INTO {database}.projection_checkpoint_v1 (projection_name, state, from_position, log_position, recorded_at)
SELECT arrayJoin([
    'ads-performance.v1', 'ad-structure.v1', 'exchange-rate.v1', 'source-freshness.v1', 'cohort.v1', 'product-price.v1',
    'ads-coverage.v1', 'prediction-model.v1', 'ads-months.v1', 'search-terms.v1', 'impression-share.v1', 'store-sales.v1',
    'figures-pulled.v1', 'settings-seen.v1'
  ]) AS projection_name, state, from_position, log_position, recorded_at
FROM {database}.projection_checkpoint_v1 AS c FINAL
WHERE c.projection_name = 'tables.v1';
