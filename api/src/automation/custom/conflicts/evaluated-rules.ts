import type { EvaluatedUnit, EvaluationData, ExistingCustomRule, OpenApplication, UnitDecision } from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { evaluateNow, organizationsOf } from '../trials/evaluate-now.ts';

/** A unit with the clock of its ad organization. */
export interface ClockedUnit {
  readonly unit: EvaluatedUnit;
  readonly clock: Pick<EvaluationData, 'asOf' | 'hourMs' | 'zone'>;
}

/** An active rule with what it comes to now, whatever holds it back, in all its ad organizations. */
export interface EvaluatedRule {
  readonly rule: ExistingCustomRule;
  readonly decisions: readonly UnitDecision[];
  readonly units: readonly ClockedUnit[];
}

/** Evaluates a rule as a draft: what holds it back today does not make a conflict smaller. @param asOf Milliseconds. */
export async function evaluateAsDraft(
  settingsContext: SettingsContext,
  application: OpenApplication,
  rule: ExistingCustomRule,
  asOf: number,
): Promise<EvaluatedRule> {
  const draft = { rule: rule.rule, apply_to: rule.apply_to, stored: null };
  const decisions: UnitDecision[] = [];
  const units: ClockedUnit[] = [];
  for (const organization of organizationsOf(application, rule.apply_to)) {
    const { data, evaluation } = await evaluateNow(settingsContext, draft, { application, organization }, asOf);
    const clock = { asOf: data.asOf, hourMs: data.hourMs, zone: data.zone };
    for (const decision of evaluation.decisions) decisions.push(decision);
    units.push(...data.units.map((unit) => ({ unit, clock })));
  }
  return { rule, decisions, units };
}
