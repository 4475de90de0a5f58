import { type AlertRule, alertRuleField } from '../../custom-rule/definition/custom-rule.ts';
import { faultsOfRule, refuseFaults } from '../../custom-rule/definition/reading/read-custom-rule.ts';
import { fieldsOf, type RuleFault } from '../../custom-rule/definition/reading/rule-fault.ts';
import type { RuleReferences } from '../../custom-rule/rule/read-rule-parts.ts';
import { type RuleCampaigns, ruleCampaignsOf, ruleNameOf } from '../../custom-rule/scope/apply-to.ts';

/** Parts of an alert as they were entered; what is absent is not read. */
export interface EnteredAlertParts {
  readonly name?: unknown;
  readonly apply_to?: unknown;
  readonly automation_params?: unknown;
}

export interface ReadAlertParts {
  readonly name?: string;
  readonly apply_to?: RuleCampaigns;
  readonly rule?: AlertRule;
}

/**
 * Reads parts of an alert together, as those of a rule are read.
 * @throws DomainError `bad_rule` with `errors`; `not_found` when nothing else is wrong. Paths below the rule have no prefix.
 */
export function readAlertParts(entered: EnteredAlertParts, { context, organizations }: RuleReferences): ReadAlertParts {
  const { name, apply_to, automation_params } = entered;
  const readName = name === undefined ? undefined : ruleNameOf(name);
  const scope = apply_to === undefined ? undefined : ruleCampaignsOf(apply_to, organizations);
  const nameFaults = (readName?.faults ?? []).map(({ message }): RuleFault => ({ path: ['name'], message }));
  const faults: RuleFault[] = [...nameFaults, ...(scope?.faults ?? [])];
  if (automation_params !== undefined)
    faults.push(...faultsOfRule(automation_params, alertRuleField, { ...context, purpose: 'alert' }));
  refuseFaults(faults, { name, apply_to, ...fieldsOf(automation_params) });
  return {
    ...(readName === undefined ? {} : { name: readName.name }),
    ...(scope === undefined ? {} : { apply_to: scope.campaigns }),
    ...(automation_params === undefined ? {} : { rule: alertRuleField.parse(automation_params) }),
  };
}

/** What is said of an alert about the application whose rule or campaigns would narrow it. */
export function wholeOrganizationWarning({ level, scope }: AlertRule, applyTo: RuleCampaigns): string[] {
  if (level !== 'application') return [];
  const { status, ...filters } = scope;
  const isNarrowed =
    Object.values(applyTo).some((list) => list !== 'all') ||
    Object.values(filters).some((filter) => filter !== undefined) ||
    status.length !== 1 ||
    status[0] !== 'running';
  return isNarrowed ? ['An alert about the application counts every campaign of its organizations'] : [];
}
