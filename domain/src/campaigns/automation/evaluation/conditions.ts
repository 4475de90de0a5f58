import type { RuleCap } from '../rule/rule-choices.ts';
import type { Decision } from '../run/automation-run.events.ts';
import { heldByRules } from './held-by-rules.ts';
import type { EvaluatedRule, RuleData, UnitMemory } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';

type Reason = NonNullable<Decision['reason']>;
/** Why a unit is not looked at further. */
export type Condition =
  | {
      readonly kind: 'skipped';
      readonly reason: Reason;
      readonly message: string | null;
      /** Until when it holds, where that is known; milliseconds. */
      readonly until?: number;
    }
  | { readonly kind: 'completed'; readonly cap: RuleCap };

const settledHours = 2.5;
const coolingHours = 24;

/** The first condition that a unit does not meet, in the order in which they are asked; `undefined` when it may be raised. */
export function conditionOf(
  rule: EvaluatedRule,
  data: RuleData,
  unit: RuleUnit,
  memory: UnitMemory,
): Condition | undefined {
  const reason = settingsReason(rule, unit);
  if (reason !== undefined) return skipped(reason);
  const cap = completedBy(rule, memory);
  if (cap !== undefined) return { kind: 'completed', cap };
  if (isReleased(rule, unit)) return skipped('released');
  const { lastAt, lastForeignAt } = unit.trail;
  const afterRule = lastForeignAt !== null && lastForeignAt > rule.created_at;
  if (afterRule && data.asOf - Date.parse(lastForeignAt) < coolingHours * data.hourMs) return skipped('cooling');
  if (lastAt !== null && data.pulledAt - Date.parse(lastAt) < settledHours * data.hourMs) return skipped('not_settled');
  if (unit.raisedBy !== null) return skipped('already_raised', `Already raised by ${unit.raisedBy}`);
  const held = heldByRules(rule, data, unit);
  if (held === undefined) return undefined;
  return { kind: 'skipped', ...held };
}

function settingsReason(
  { params }: EvaluatedRule,
  { campaign, adGroup, keywordEnabled, bid }: RuleUnit,
): Reason | undefined {
  if (!campaign.search) return 'not_running';
  if (!campaign.manualBids) return 'max_conversions';
  if (!campaign.enabled || !adGroup.enabled || !keywordEnabled) return 'paused';
  if (params.campaign_type === 'skag' && adGroup.keywords !== 1) return 'not_single_keyword';
  if (params.campaign_type === 'skag' && !adGroup.exact) return 'not_exact';
  if (campaign.onHold || adGroup.onHold) return 'on_hold';
  if (bid === null) return 'not_running';
  const { dailyBudget, spentToday } = campaign;
  // Few impressions mean an empty budget then, not a low bid.
  return dailyBudget !== null && spentToday * 10 >= dailyBudget * 9 ? 'budget_used' : undefined;
}

/** What completed it holds for as long as the params do; under others it holds if the sum reaches their cap, too. */
function completedBy({ params, paramsVersion }: EvaluatedRule, { latch }: UnitMemory): RuleCap | undefined {
  if (latch === null) return undefined;
  if (latch.paramsVersion === paramsVersion) return latch.cap;
  const limit = params[latch.cap];
  return limit !== null && latch.value >= limit ? latch.cap : undefined;
}

/** A person lowered the bid after this rule had raised it, and neither the unit was resumed nor the params changed since. */
function isReleased({ automation_id, paramsSince }: EvaluatedRule, { trail, resumedAt }: RuleUnit): boolean {
  const loweredAt = trail.lowered[automation_id];
  return loweredAt !== undefined && loweredAt > paramsSince && (resumedAt === null || loweredAt > resumedAt);
}

const messages: Partial<Record<Reason, string>> = { not_single_keyword: 'Not a single-keyword ad group' };
const skipped = (reason: Reason, message: string | null = messages[reason] ?? null): Condition => ({
  kind: 'skipped',
  reason,
  message,
});
