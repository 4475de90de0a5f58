import { defineQuery } from '@tapwise/adapters';
import { isoCurrency } from '@tapwise/domain';
import { objectOfUser, userCondition } from '../../reports/facts/fact-conditions.queries.ts';
import { subscriptionGroup, subscriptionGroups } from '../../reports/facts/subscription-facts.queries.ts';
import type { MoneyContext } from '../../reports/values/ask-money.ts';
import { valueGroups } from '../../reports/values/value-groups.ts';
import type { ValuedSubscription } from '../../reports/values/value-subscriptions.ts';
import { isActive } from '../../subscriptions/active-subscription.queries.ts';
import { inTheBackground } from './ads-sums.queries.ts';
import { type ColumnParams, columnParams } from './sum-columns.ts';

/** Active subscriptions by object and by the part of the cohort their users belong to. */
const liveGroups = defineQuery({
  name: 'rule-subscriptions',
  sql: (params) =>
    `${subscriptionGroups(
      {
        object: objectOfUser(params, 'install_state'),
        bucket: 'roundDown(toUnixTimestamp64Milli(first_launch_at), {edges_ms:Array(Int64)})',
        parents: 'any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group',
      },
      `cohort_subscription_v1 FINAL
        WHERE NOT is_removed AND ${isActive()} AND ${userCondition(params, 'install_state')}`,
    )} ${inTheBackground}`,
  params: columnParams,
  row: subscriptionGroup,
});

/**
 * What active subscriptions are still expected to bring, valued as reports do it. Buckets are the first instants of the parts that the
 * time ranges cut the cohort into.
 * @throws the engine's error.
 */
export function liveValues(context: MoneyContext, params: ColumnParams): Promise<ValuedSubscription[]> {
  const { client, rates, scope, state, now } = context;
  const { applicationId, smallBusiness } = scope;
  const currency = isoCurrency(scope.currency);
  const question = { applicationId, currency, smallBusiness, now, nowMs: params.now_ms, rates, state };
  return valueGroups(client, liveGroups(client, params, context.signal), question);
}
