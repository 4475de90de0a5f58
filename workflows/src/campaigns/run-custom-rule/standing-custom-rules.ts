import {
  type ExistingCustomRule,
  earlierCustomRules,
  earlierRaisingRules,
  findApplication,
  hasSlots,
  ruleInOrganization,
  type SlottedRule,
} from '@tapwise/domain';
import { type StandingProcess, standingProcess } from '../../start/keep-standing.ts';
import {
  type CustomRuleContext,
  customRunsOf,
  type SlottingContext,
  slottedCustomRule,
} from './custom-rule-context.ts';
import { runCustomRuleProcess } from './run-custom-rule.contract.ts';

export type CustomRuleSources = SlottingContext & Pick<CustomRuleContext, 'automations'>;

/** A process for each rule and organization that has runs; a rule that is paused or deleted has none once its last run has ended. */
export function standingCustomRules(sources: CustomRuleSources): StandingProcess[] {
  return [...sources.customRules.state.rules.rules.values()].flatMap((rule) => {
    const application = findApplication(sources.directory.state, rule.application_id);
    if (application === undefined) return [];
    return application.organizations.flatMap((organization) => {
      const slotted = slottedCustomRule(sources, { rule, application, organization });
      if (!hasSlots(slotted)) return [];
      const input = { automation_id: rule.automation_id, org_id: organization.org_id };
      const renewal = [organization.time_zone, renewalOf(sources, rule, slotted)].join(', ');
      return standingProcess(runCustomRuleProcess, input, renewal);
    });
  });
}

/** Changes with what the process of a rule waits for, and with nothing that the process itself records. */
function renewalOf(
  { customRules, automations }: CustomRuleSources,
  rule: ExistingCustomRule,
  { org_id, runs }: SlottedRule,
): string {
  const requested = runs.findLast(({ slot }) => slot.startsWith('manual-'));
  const earlier = [
    ...earlierCustomRules(customRules.state.rules.rules.values(), rule, org_id).map((other) =>
      customRunsOf(customRules, other.automation_id, org_id).at(-1),
    ),
    ...earlierRaisingRules(automations.state.rules.values(), rule, org_id).map((raising) =>
      automations.state.runs.get(ruleInOrganization(raising.automation_id, org_id))?.at(-1),
    ),
  ];
  const earlierRuns = earlier.map((run) => `${run?.run_id} ${run?.state}`);
  const { last_updated, status, version } = rule;
  return [status, version, last_updated, requested?.run_id, ...earlierRuns].join(', ');
}
