import { type PlannedAction, planActions } from '../actions/plan-action.ts';
import { type PlannedCase, planCase } from '../conditions/plan-conditions.ts';
import type { AlertRule } from '../definition/custom-rule.ts';
import { usesToday } from '../definition/windows.ts';
import { cooldownDays } from '../holds/cooldown.ts';

/** A case with its actions. */
export interface PlannedRuleCase {
  readonly conditions: PlannedCase;
  readonly actions: readonly PlannedAction[];
  /** Whether it looks at the running day. */
  readonly isOfToday: boolean;
  /** For how many days a field is left alone after this case changed it. */
  readonly cooldownDays: number;
}

/** A rule, looked through once for all units. @param currency Of the application. */
export const planRule = (
  { level, cases, guards }: Pick<AlertRule, 'level' | 'cases' | 'guards'>,
  currency: string,
): PlannedRuleCase[] =>
  cases.map((ruleCase, index) => ({
    conditions: planCase(ruleCase, index, { level, guards, currency }),
    actions: planActions(ruleCase, index, { level, guards, currency }),
    isOfToday: usesToday([ruleCase]),
    cooldownDays: cooldownDays(ruleCase, guards),
  }));
