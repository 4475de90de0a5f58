/** The side menu of the docs: groups and their pages, by the last part of their address. */
export const docsMenu: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  {
    title: 'Start',
    pages: ['dashboard_overview', 'integrations', 'connecting_apple_ads', 'team_and_roles', 'payments'],
  },
  {
    title: 'Reports',
    pages: [
      'reports_cheat_sheet',
      'charts',
      'keywords_optimization',
      'monthly_reports',
      'in_apps_and_countries',
      'how_we_calculate_predictions',
      'vat_return',
    ],
  },
  {
    title: 'Act',
    pages: [
      'campaign_management',
      'campaign_tools',
      'skag_creation',
      'bulk_template',
      'discovery',
      'search_term_filters',
      'custom_product_pages',
      'change_sets',
      'guardrails',
      'history_and_undo',
      'automation',
      'own_rules',
      'alerts',
      'scheduled_reports',
    ],
  },
  { title: 'Connect', pages: ['webhooks', 'sql', 'live', 'sdk_http_calls'] },
  {
    title: 'API',
    pages: [
      'api',
      'api_accounts',
      'api_applications',
      'api_reports',
      'api_changes',
      'api_campaigns',
      'api_automation',
      'api_billing',
      'api_sql_access',
      'api_health',
    ],
  },
  {
    title: 'SDK guides',
    pages: [
      'swift_sdk_integration',
      'objc_sdk_integration',
      'rn_sdk_integration',
      'flutter_sdk_integration',
      'unity_sdk_integration',
      'xamarin_sdk_integration',
    ],
  },
];

/** Articles in the order of the list. */
export const articleOrder: readonly string[] = [
  'basic_vs_advanced',
  'placements',
  'campaigns',
  'ad_groups',
  'keywords',
  'income_vs_cohort_income',
];
