import { uuidV5 } from '@tapwise/adapters';
import type { CustomVerdict } from '@tapwise/contract/custom-rule';
import { decisionSpace, microsPerUnit, type RuleVerdict, ruleMetrics, type SettledVerdict } from '@tapwise/domain';

type Value = number | string | null;
type ShownTest = RuleVerdict['tests'][number];
type ShownAction = SettledVerdict['actions'][number];

/** The id of a decision follows from its rule, its run and its unit. @param slot Of the run. */
export const decisionIdOf = (automationId: number, slot: string, key: string): string =>
  uuidV5(decisionSpace, `${automationId} ${slot} ${key}`);

/** A verdict of an evaluation that nothing was sent for. */
export const unsettled = (verdict: RuleVerdict): SettledVerdict => ({
  ...verdict,
  actions: verdict.actions.map((action) => ({ ...action, outcome: null })),
  outcome: null,
});

/** A verdict as answers show it: amounts in units of their currency. */
export function customVerdictResponse(verdict: SettledVerdict, decision_id: string): CustomVerdict {
  const { key, name, campaign_name, reason, until, tests, actions, outcome, message, sentence } = verdict;
  return {
    decision_id,
    key,
    name,
    campaign_name,
    verdict: verdict.verdict,
    reason,
    until: until === null ? null : new Date(until).toISOString(),
    case: verdict.case,
    tests: tests.map(testResponse),
    actions: actions.map(actionResponse),
    outcome,
    message,
    sentence,
  };
}

const moneyMetrics: ReadonlySet<string> = new Set(
  ruleMetrics.filter(({ unit }) => unit === 'money' || unit === 'settings_money').map(({ name }) => name),
);
const inUnits = (metric: string, number: number): number =>
  moneyMetrics.has(metric) ? number / microsPerUnit : number;

function testResponse(test: ShownTest): CustomVerdict['tests'][number] {
  const { path, metric, of, window, from, to, per_day, op, value, limit, result, gap, why, needs } = test;
  const displayed = (number: number | null): number | null => (number === null ? null : inUnits(metric, number));
  return {
    path,
    metric,
    of,
    window,
    from,
    to,
    per_day,
    op,
    value: displayed(value),
    limit: limit === null || typeof limit === 'number' ? displayed(limit) : limit.map((end) => inUnits(metric, end)),
    result,
    gap: displayed(gap),
    why,
    needs: needs && { metric: needs.metric, more: inUnits(needs.metric, needs.more) },
  };
}

const actionResponse = ({ do: name, field, old, computed, new: set, limited_by, outcome }: ShownAction) => ({
  do: name,
  field,
  old: settingValue(field, old),
  computed: settingValue(field, computed),
  new: settingValue(field, set),
  limited_by,
  outcome,
});

/** A value of a setting as answers show it: labels by their ids, amounts in units. */
export const settingValue = (field: string | null, value: Value): Value =>
  typeof value === 'number' && field !== 'label' ? value / microsPerUnit : value;
