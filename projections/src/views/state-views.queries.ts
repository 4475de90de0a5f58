import { columns } from './view-columns.ts';
import { table } from './view-expressions.queries.ts';
import type { ViewDefinition } from './view-scope.ts';

const money = (micros: string): string => `toString(${micros} / 1000000)`;

/** Settings of an observation, as text; amounts in units. */
const settings = (
  [
    ['status', 'toString(status)'],
    ['cpt_bid', money('bid_micros')],
    ['cpa_goal', money('cpa_goal_micros')],
    ['budget', money('budget_micros')],
    ['daily_cap', money('daily_budget_micros')],
    ['target_cpa', money('target_cpa_micros')],
    ['search_match', 'toString(search_match)'],
  ] as const
).map(([name, value]) => `('${name}', lagInFrame(toNullable(${value})) OVER earlier, toNullable(${value}))`);

/** What changed, what is known of products, and how fresh everything is. */
export const stateViews: readonly ViewDefinition[] = [
  {
    name: 'changes',
    comment: 'Settings of campaigns, ad groups and keywords that were seen to differ from before.',
    columns: columns(
      'org_id',
      'campaign_id',
      'ad_group_id',
      'keyword_id',
      'level',
      'name',
      'setting',
      'before',
      'after',
      'changed_at',
      'seen_at',
    ),
    select: (
      scope,
    ) => `SELECT org_id, campaign_id, ad_group_id, keyword_id, level, name, change.1 AS setting, change.2 AS before,
      change.3 AS after, changed_at, seen_at
    FROM (
      SELECT org_id, campaign_id, ad_group_id, keyword_id, level, name, observed_at AS seen_at, row_number() OVER earlier AS observation,
        if(modified_at > lagInFrame(observed_at) OVER earlier AND modified_at <= observed_at, assumeNotNull(modified_at), observed_at) AS changed_at,
        [${settings.join(', ')}] AS observed
      FROM ${table(scope, 'settings_seen_v1')}
      WHERE (org_id, campaign_id) IN (SELECT org_id, campaign_id FROM ${table(scope, 'campaign_current_v1')})
      WINDOW earlier AS (PARTITION BY org_id, level, campaign_id, ad_group_id, keyword_id ORDER BY log_position
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    )
    ARRAY JOIN arrayFilter(pair -> ifNull(pair.2, '') != ifNull(pair.3, '')
      AND NOT (pair.1 = 'target_cpa' AND isNull(pair.2)), observed) AS change
    WHERE observation > 1`,
  },
  {
    name: 'models',
    comment: 'Models of products that predictions were made with; the newest of a product is the present one.',
    columns: columns(
      'application_id',
      'product_id',
      'as_of',
      'method',
      'grade',
      'period_days',
      'horizon_months',
      'refund_rate',
      'billing_success',
      'back_test_bias',
    ),
    select: (
      scope,
    ) => `SELECT application_id, product_id, as_of, method, grade, period_days, horizon_months, refund_rate, billing_success,
      back_test_bias
    FROM ${table(scope, 'prediction_model_v1')}`,
  },
  {
    name: 'exchange_rates',
    comment: 'Reference rates of the central bank; days without a publication are not there.',
    columns: columns('currency', 'day', 'units_per_euro'),
    select: (scope) => `SELECT currency, day, units_per_euro FROM ${table(scope, 'exchange_rate_per_day_v1')}`,
  },
  {
    name: 'freshness',
    comment: 'When each source last reported; application 0 is what concerns all.',
    columns: columns('application_id', 'org_id', 'source', 'fresh_at'),
    select: (scope) => `SELECT application_id, org_id, source, fresh_at FROM ${table(scope, 'source_freshness_v1')}`,
  },
];
