-- bidding_strategy: who sets the bids of a campaign, in the ad service's word; empty where it did not say.
-- target_cpa_micros: the cost of an install that the service aims at where it sets them; null without one.
ALTER TABLE {database}.campaign_current_v1 {cluster}
    ADD COLUMN IF NOT EXISTS bidding_strategy LowCardinality(String),
    ADD COLUMN IF NOT EXISTS target_cpa_micros Nullable(Int64);
ALTER TABLE {database}.settings_seen_v1 {cluster}
    ADD COLUMN IF NOT EXISTS target_cpa_micros Nullable(Int64);
