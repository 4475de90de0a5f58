import { type CustomRule, customRuleField } from '../definition/custom-rule.ts';
import { faultsOfRule, refuseFaults } from '../definition/reading/read-custom-rule.ts';
import type { RuleContext } from '../definition/reading/rule-context.ts';
import { fieldsOf, type RuleFault } from '../definition/reading/rule-fault.ts';
import { type CampaignsOfOrganizations, type RuleCampaigns, ruleCampaignsOf, ruleNameOf } from '../scope/apply-to.ts';

/** Parts of a rule as they were entered; what is absent is not read. */
export interface EnteredRuleParts {
  readonly automation_name?: unknown;
  readonly apply_to?: unknown;
  readonly automation_params?: unknown;
}

/** What is there to refer to. */
export interface RuleReferences {
  readonly context: Omit<RuleContext, 'purpose'>;
  readonly organizations: CampaignsOfOrganizations;
}

export interface ReadRuleParts {
  readonly name?: string;
  readonly apply_to?: RuleCampaigns;
  readonly rule?: CustomRule;
}

/**
 * Reads parts of a rule together, so that one answer says all that is wrong with them.
 * @throws DomainError `bad_rule` with `errors`; `not_found` when nothing else is wrong. Paths below the rule have no prefix.
 */
export function readRuleParts(entered: EnteredRuleParts, { context, organizations }: RuleReferences): ReadRuleParts {
  const { automation_name, apply_to, automation_params } = entered;
  const name = automation_name === undefined ? undefined : ruleNameOf(automation_name);
  const scope = apply_to === undefined ? undefined : ruleCampaignsOf(apply_to, organizations);
  const faults: RuleFault[] = [...(name?.faults ?? []), ...(scope?.faults ?? [])];
  if (automation_params !== undefined) {
    faults.push(...faultsOfRule(automation_params, customRuleField, { ...context, purpose: 'rule' }));
  }
  refuseFaults(faults, { automation_name, apply_to, ...fieldsOf(automation_params) });
  return {
    ...(name === undefined ? {} : { name: name.name }),
    ...(scope === undefined ? {} : { apply_to: scope.campaigns }),
    ...(automation_params === undefined ? {} : { rule: customRuleField.parse(automation_params) }),
  };
}
