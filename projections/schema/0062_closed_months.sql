-- A month that no batch has written to for ten minutes becomes one part, so that readers of its newest rows merge nothing.
ALTER TABLE {database}.ads_performance_per_day_v1 {cluster}
  MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
ALTER TABLE {database}.search_term_per_day_v1 {cluster}
  MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
ALTER TABLE {database}.impression_share_per_day_v1 {cluster}
  MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
ALTER TABLE {database}.ad_performance_per_day_v1 {cluster}
  MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
ALTER TABLE {database}.figures_pulled_v1 {cluster}
  MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;
