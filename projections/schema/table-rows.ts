// Made by `node --import tsx infra/operations/check/document-tables.ts` from the files of this folder; a spec holds them together.

/** What is written to a table, by its name. Columns that the engine computes are not in it. */
export interface TableRows {
  projection_checkpoint_v1: {
    projection_name: string; state: 'intended' | 'done'; from_position: string | bigint; log_position: string | bigint;
    recorded_at: string;
  };
  ads_performance_per_day_v1: {
    application_id: number; org_id: number; level: 'campaign' | 'ad_group' | 'keyword'; day: string;
    campaign_id: number; ad_group_id: number; keyword_id: number; country: string; impressions: number; taps: number;
    tap_installs: number; view_installs: number; spend_micros: number; currency: string; unread?: number;
    log_position: string | bigint; recorded_at: string; tap_new_downloads: number | null;
    view_new_downloads: number | null; tap_redownloads: number | null; view_redownloads: number | null;
    tap_pre_orders: number | null; view_pre_orders: number | null;
  };
  campaign_current_v1: {
    org_id: number; campaign_id: number; adam_id: number; name: string; status: string; display_status: string;
    is_deleted: boolean; countries: readonly string[]; supply_sources: readonly string[]; currency: string;
    budget_micros: number | null; daily_budget_micros: number | null; modified_at: string | null;
    log_position: string | bigint; recorded_at: string; bidding_strategy: string; target_cpa_micros: number | null;
  };
  ad_group_current_v1: {
    org_id: number; campaign_id: number; ad_group_id: number; name: string; status: string; display_status: string;
    is_deleted: boolean; default_bid_micros: number | null; cpa_goal_micros: number | null; search_match: boolean;
    modified_at: string | null; log_position: string | bigint; recorded_at: string;
  };
  keyword_current_v1: {
    org_id: number; campaign_id: number; ad_group_id: number; keyword_id: number; text: string; match_type: string;
    status: string; is_deleted: boolean; bid_micros: number | null; modified_at: string | null;
    log_position: string | bigint; recorded_at: string;
  };
  exchange_rate_per_day_v1: {
    currency: string; day: string; units_per_euro: number; log_position: string | bigint; recorded_at: string;
  };
  source_freshness_v1: {
    application_id: number; org_id: number;
    source: 'ads' | 'sdk' | 'store' | 'impression_share' | 'store_reports' | 'rates' | 'predictions' | 'search_terms' | 'ads_changes';
    fresh_at: string; log_position: string | bigint; recorded_at: string;
  };
  install_current_v1: {
    application_id: number; install_id: string; state: 'pending' | 'attributed' | 'organic' | 'test'; org_id: number;
    campaign_id: number; ad_group_id: number; keyword_id: number; ad_id: number; country: string; claim_type: string;
    custom_product_page: string; device_class: string; first_launch_at: string; reported_position: string | bigint;
    log_position: string | bigint; recorded_at: string;
  };
  store_notification_v1: {
    application_id: number; original_transaction_id: string; notification_id: string; notification: string;
    log_position: string | bigint; recorded_at: string;
  };
  transaction_link_v1: {
    application_id: number; original_transaction_id: string; install_id: string; link: string;
    log_position: string | bigint; recorded_at: string;
  };
  install_transaction_v1: {
    application_id: number; install_key: string; original_transaction_id: string; log_position: string | bigint;
    recorded_at: string;
  };
  subscription_current_v1: {
    application_id: number; original_transaction_id: string; kind: 'none' | 'subscription' | 'one_time';
    product_id: string; storefront: string; started_at: string; intro: 'none' | 'free' | 'paid';
    intro_started_at: string | null; intro_expires_at: string | null; is_converted: boolean;
    is_trial_conversion: boolean; is_refunded: boolean; charge_count: number;
    status: 'none' | 'trial' | 'trial_canceled' | 'billing_issues' | 'active' | 'canceled' | 'refunded';
    billing_issues_at: string | null; ended_at: string | null; ended_status: 'trial_canceled' | 'canceled';
    auto_renew: boolean; period_expires_at: string | null; line_charge_count: number; period_started_at: string | null;
    trial_started_at: string | null; retry_since: string | null; paid_service_days: number;
    next_price_ex_vat_micros: number | null; next_price_currency: string; install_id: string;
    install_state: 'unknown' | 'pending' | 'attributed' | 'organic' | 'test'; org_id: number; campaign_id: number;
    ad_group_id: number; keyword_id: number; ad_id: number; country: string; claim_type: string;
    custom_product_page: string; device_class: string; first_launch_at: string; log_position: string | bigint;
    recorded_at: string; owed_payments: number; ends_after_owed: boolean;
  };
  charge_v1: {
    application_id: number; original_transaction_id: string; transaction_id: string;
    kind: 'none' | 'intro' | 'charge' | 'one_time'; product_id: string; purchased_at: string; storefront: string;
    currency: string; is_priced: boolean; is_vat_known: boolean; is_second_year: boolean; charge_number: number;
    refunded_share: number; is_refund_estimated: boolean; gross_ex_vat_micros: number; net_micros: number;
    net_small_business_micros: number; kept_share: number; kept_share_small_business: number; install_id: string;
    install_state: 'unknown' | 'pending' | 'attributed' | 'organic' | 'test'; org_id: number; campaign_id: number;
    ad_group_id: number; keyword_id: number; ad_id: number; country: string; claim_type: string;
    custom_product_page: string; device_class: string; first_launch_at: string; log_position: string | bigint;
    recorded_at: string;
  };
  product_price_per_day_v1: {
    application_id: number; product_id: string; storefront: string; kind: 'none' | 'intro' | 'charge' | 'one_time';
    day: string; currency: string; gross_ex_vat_micros: number; log_position: string | bigint; recorded_at: string;
  };
  subscription_line_v1: {
    application_id: number; original_transaction_id: string; line: number; product_id: string; country: string;
    started_at: string; intro_started_at: string | null; intro_expires_at: string | null; left_at: string | null;
    moment_kinds: readonly ('charge' | 'renewal_off' | 'renewal_on' | 'payment_failed' | 'expired' | 'refund')[];
    moments_ms: readonly number[]; due_ms: readonly number[]; paid_until_ms: readonly number[];
    charge: readonly number[]; log_position: string | bigint; recorded_at: string;
  };
  ads_coverage_v1: {
    application_id: number; org_id: number; from_day: string; to_day: string; log_position: string | bigint;
    recorded_at: string;
  };
  prediction_model_v1: {
    application_id: number; product_id: string; as_of: string; method: string; period_days: number;
    intro_hours: number | null; horizon_months: number; trial_strength: number; retention_strength: number;
    billing_success: number; refund_rate: number; constant_tail: boolean; grade: string; back_test_bias: number | null;
    within_period: readonly number[]; recovery: readonly number[]; log_position: string | bigint; recorded_at: string;
  };
  prediction_curve_v1: {
    application_id: number; product_id: string; as_of: string; country: string; grade: string; trials: number;
    mature_trials: number; alpha: number; beta: number; conversion: readonly number[]; retention: readonly number[];
    reach: readonly number[]; following: readonly number[]; at_risk: readonly number[]; counted: readonly number[];
    renewed: readonly number[]; log_position: string | bigint; recorded_at: string;
  };
  ads_performance_per_month_v1: {
    application_id: number; org_id: number; campaign_id: number; country: string; month: string; impressions: number;
    taps: number; tap_installs: number; view_installs: number; spend_micros: number; currency: string; unread?: number;
    log_position: string | bigint; recorded_at: string; tap_new_downloads: number | null;
    view_new_downloads: number | null; tap_redownloads: number | null; view_redownloads: number | null;
    tap_pre_orders: number | null; view_pre_orders: number | null;
  };
  search_term_per_day_v1: {
    application_id: number; org_id: number; campaign_id: number; ad_group_id: number; keyword_id: number; text: string;
    source: string; country: string; day: string; impressions: number; taps: number; tap_installs: number;
    view_installs: number; spend_micros: number; currency: string; unread?: number; log_position: string | bigint;
    recorded_at: string;
  };
  impression_share_per_day_v1: {
    application_id: number; org_id: number; country: string; search_term: string; day: string; low_share: number;
    high_share: number; rank: number; popularity: number; log_position: string | bigint; recorded_at: string;
    all_slots_low_share: number; all_slots_high_share: number;
  };
  store_sales_per_day_v1: {
    application_id: number; day: string; country: string; device: string;
    kind: 'download' | 'redownload' | 'update' | 'purchase' | 'subscription' | 'other'; product_id: string;
    store_item_id: number; order_kind: string; units: number; proceeds_micros: number; proceeds_currency: string;
    price_micros: number; price_currency: string; log_position: string | bigint; recorded_at: string;
  };
  store_subscriptions_per_day_v1: {
    application_id: number; day: string; country: string; device: string; store_item_id: number; name: string;
    group_id: string; duration: string; active: number; trials: number; paid_introductions: number; offers: number;
    billing_retry: number; grace_period: number; log_position: string | bigint; recorded_at: string;
  };
  store_set_aside_per_day_v1: {
    application_id: number; day: string; report: 'sales' | 'subscriptions'; reason: string; rows: number;
    currencies: readonly string[]; proceeds_micros: readonly number[]; price_micros: readonly number[];
    rows_without_money: number; log_position: string | bigint; recorded_at: string;
  };
  figures_pulled_v1: {
    application_id: number; org_id: number; day: string; campaign_id: number; country: string; slot: string;
    tap_installs: number; view_installs: number; spend_micros: number; currency: string; log_position: string | bigint;
    recorded_at: string;
  };
  settings_seen_v1: {
    org_id: number; level: string; campaign_id: number; ad_group_id: number; keyword_id: number; name: string;
    status: string; bid_micros: number | null; cpa_goal_micros: number | null; budget_micros: number | null;
    daily_budget_micros: number | null; search_match: boolean | null; observed_at: string; modified_at: string | null;
    log_position: string | bigint; recorded_at: string; target_cpa_micros: number | null;
  };
  parked_stream_v1: {
    projection_name: string; stream: string; is_parked: boolean; position: string | bigint; revision: string | bigint;
    event_type: string; reason: string; log_position: string | bigint; recorded_at: string;
  };
  projection_swap_v1: {
    projection_name: string; sequence: number; state: 'free' | 'filling' | 'failed' | 'held' | 'swapping';
    acknowledged: boolean; until: string; detail: string; incoming: Readonly<Record<string, string>>;
    checkpoint: string; log_position: string | bigint; recorded_at: string;
  };
  setting_change_v1: {
    org_id: number; level: string; campaign_id: number; ad_group_id: number; keyword_id: number; field: string;
    change_id: string; change_row: number; actor_kind: string; actor_account_id: number; actor_source: string;
    reason: string | null; outcome: string; old_value: string | null; new_value: string | null; message: string | null;
    decided_at: string; log_position: string | bigint; recorded_at: string;
  };
  search_term_total_v1: {
    application_id: number; org_id: number; campaign_id: number; ad_group_id: number; keyword_id: number; text: string;
    impressions: number; taps: number; tap_installs: number; view_installs: number; spend_micros: number;
    currency: string; unread?: number; log_position: string | bigint; recorded_at: string;
  };
  search_term_snapshot_v1: {
    application_id: number; org_id: number; campaign_id: number; from_day: string; to_day: string; pulled_at: string;
    log_position: string | bigint; recorded_at: string;
  };
  ad_performance_per_day_v1: {
    application_id: number; org_id: number; campaign_id: number; ad_group_id: number; ad_id: number;
    creative_id: number; country: string; day: string; impressions: number; taps: number; tap_installs: number;
    view_installs: number; spend_micros: number; currency: string; unread?: number; log_position: string | bigint;
    recorded_at: string;
  };
  webhook_delivery_v1: {
    application_id: number; created_at: string; delivery_id: string; endpoint_id: string; lane: string; event: string;
    url: string; sequence: number; state: string; reason: string; next_attempt_at: string | null; is_estimated: boolean;
    log_position: string | bigint; recorded_at: string;
  };
  webhook_attempt_v1: {
    application_id: number; delivery_id: string; attempted_at: string; http_status: number | null; ms: number;
    error: string; answer: string; log_position: string | bigint; recorded_at: string;
  };
  first_answer_v1: {
    application_id: number; install_id: string; answered_at: string; log_position: string | bigint; recorded_at: string;
  };
  usage_event_v1: {
    day: string; name: string; at: string; account_id: number | null; place: number; properties: string;
    log_position: string | bigint; recorded_at: string;
  };
  cohort_install_v1: {
    application_id: number; first_launch_at: string; install_key: string | bigint;
    state: 'pending' | 'attributed' | 'organic' | 'test'; org_id: number; campaign_id: number; ad_group_id: number;
    keyword_id: number; country: string; claim_type: string; log_position: string | bigint; recorded_at: string;
  };
  cohort_subscription_v1: {
    application_id: number; first_launch_at: string; subscription_key: string | bigint; is_removed: boolean;
    kind: 'none' | 'subscription' | 'one_time'; product_id: string; storefront: string; started_at: string;
    intro: 'none' | 'free' | 'paid'; is_converted: boolean; is_trial_conversion: boolean; is_refunded: boolean;
    status: 'none' | 'trial' | 'trial_canceled' | 'billing_issues' | 'active' | 'canceled' | 'refunded';
    billing_issues_at: string | null; ended_at: string | null; ended_status: 'trial_canceled' | 'canceled';
    period_expires_at: string | null; line_charge_count: number; period_started_at: string | null;
    trial_started_at: string | null; retry_since: string | null; paid_service_days: number;
    next_price_ex_vat_micros: number | null; next_price_currency: string;
    install_state: 'unknown' | 'pending' | 'attributed' | 'organic' | 'test'; org_id: number; campaign_id: number;
    ad_group_id: number; keyword_id: number; country: string; claim_type: string; log_position: string | bigint;
    recorded_at: string; owed_payments: number; ends_after_owed: boolean;
  };
  cohort_charge_v1: {
    application_id: number; first_launch_at: string; charge_key: string | bigint; is_removed: boolean;
    kind: 'none' | 'intro' | 'charge' | 'one_time'; product_id: string; purchased_at: string; storefront: string;
    currency: string; is_priced: boolean; is_vat_known: boolean; net_micros: number; net_small_business_micros: number;
    kept_share: number; kept_share_small_business: number;
    install_state: 'unknown' | 'pending' | 'attributed' | 'organic' | 'test'; org_id: number; campaign_id: number;
    ad_group_id: number; keyword_id: number; country: string; claim_type: string; log_position: string | bigint;
    recorded_at: string;
  };
  setting_sent_v1: {
    campaign_id: number; level: string; ad_group_id: number; keyword_id: number; field: string; value: string | null;
    change_id: string; change_row: number; started_at: string; log_position: string | bigint; recorded_at: string;
  };
  source_problem_v1: {
    application_id: number; org_id: number; subject: string; state: string; reason: string; since: string;
    log_position: string | bigint; recorded_at: string;
  };
  store_day_pending_v1: {
    application_id: number; day: string; reason: string; columns: readonly string[]; log_position: string | bigint;
    recorded_at: string;
  };
  setting_actor_v1: {
    org_id: number; campaign_id: number; level: string; ad_group_id: number; keyword_id: number; field: string;
    value: string | null; observed_at: string; actor_kind: string; actor_user: string; changed_at: string;
    log_position: string | bigint; recorded_at: string;
  };
  sdk_install_v1: {
    application_id: number; received_at: string; install_id: string; sdk_version: string; has_token: boolean;
    log_position: string | bigint; recorded_at: string;
  };
  sdk_refusal_v1: {
    application_id: number; counted_at: string; sdk_version: string; calls: number; log_position: string | bigint;
    recorded_at: string;
  };
  label_current_v1: {
    application_id: number; label_id: number; name: string; is_deleted: boolean; log_position: string | bigint;
    recorded_at: string;
  };
  label_object_v1: {
    application_id: number; org_id: number; campaign_id: number; ad_group_id: number; keyword_id: number;
    label_id: number; is_set: boolean; log_position: string | bigint; recorded_at: string;
  };
  projection_complete_v1: {
    projection_name: string; log_position: string | bigint; recorded_at: string;
  };
}
