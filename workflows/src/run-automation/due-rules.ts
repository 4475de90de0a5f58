import type { AutomationTimes, FoldFollower } from '@tapwise/adapters';
import {
  type Automations,
  type Directory,
  type ExistingRule,
  findApplication,
  ruleInOrganization,
} from '@tapwise/domain';
import { isIdle } from '../activity/idle-teams.ts';
import { dueNow } from './run-automation.activities.ts';
import type { RunAutomationInput } from './run-automation.contract.ts';

export interface RuleSources {
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  readonly times: AutomationTimes;
}

/**
 * Rules with something to do: a slot has come, or a run is under way; one organization waits for no other.
 * @param now Milliseconds since 1970.
 */
export function dueRules(sources: RuleSources, now: () => number): RunAutomationInput[] {
  return [...sources.automations.state.rules.values()].flatMap((rule) => dueInOrganizations(sources, rule, now));
}

function dueInOrganizations(
  { directory, automations, times }: RuleSources,
  rule: ExistingRule,
  now: () => number,
): RunAutomationInput[] {
  const { automation_id } = rule;
  const application = findApplication(directory.state, rule.application_id);
  if (application === undefined) return [];
  // Runs that began go on to their end; a slot that comes while a team is not served is missed.
  const idle = isIdle(directory, application.application_id);
  return application.organizations.flatMap((organization): RunAutomationInput[] => {
    const { org_id } = organization;
    const runs = automations.state.runs.get(ruleInOrganization(automation_id, org_id)) ?? [];
    if (runs.some(({ state }) => state === 'running')) return [{ automation_id, org_id }];
    if (idle || rule.status !== 'active' || (rule.apply_to[org_id] ?? []).length === 0) return [];
    const { run, missed } = dueNow({ times, now }, { rule, application, organization }, runs);
    return run === undefined && missed.length === 0 ? [] : [{ automation_id, org_id }];
  });
}
