import type { FoldFollower } from '@tapwise/adapters';
import {
  type Automations,
  type Directory,
  type ExistingRule,
  findApplication,
  hasRuns,
  type LinkedOrganization,
  ruleInOrganization,
  rulesBefore,
} from '@tapwise/domain';
import type { DisconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { isIdle } from '../../activity/idle-teams.ts';
import { type StandingProcess, standingProcess } from '../../start/keep-standing.ts';
import { runAutomationProcess } from './run-automation.contract.ts';

export interface RuleSources {
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  readonly automations: Pick<FoldFollower<Automations>, 'state'>;
  /** Whether nothing can be done in an organization now: its rules skip their slots. Absent: something can. */
  readonly isDisconnected?: DisconnectedCheck | undefined;
}

/** A process for each rule and organization that has runs; a rule that is paused or deleted has none once its last run has ended. */
export function standingRules({ directory, automations: { state }, isDisconnected }: RuleSources): StandingProcess[] {
  const byApplication = new Map<number, ExistingRule[]>();
  for (const rule of state.rules.values())
    byApplication.set(rule.application_id, [...(byApplication.get(rule.application_id) ?? []), rule]);
  return [...byApplication].flatMap(([applicationId, rules]) => {
    const { organizations = [] } = findApplication(directory.state, applicationId) ?? {};
    const isIdleTeam = isIdle(directory, applicationId);
    return organizations.flatMap((organization) =>
      rules.flatMap((rule) => {
        const isServed = !isIdleTeam && isDisconnected?.(organization.org_id) !== true;
        const runs = runsOf(state, rule, organization);
        if (!hasRuns({ rule, organization, runs, isServed })) return [];
        const input = { automation_id: rule.automation_id, org_id: organization.org_id };
        return standingProcess(runAutomationProcess, input, renewalOf(state, rules, rule, organization));
      }),
    );
  });
}

const runsOf = ({ runs }: Automations, { automation_id }: ExistingRule, { org_id }: LinkedOrganization) =>
  runs.get(ruleInOrganization(automation_id, org_id)) ?? [];

/** Changes with what the process of a rule waits for, and with nothing that the process itself records. */
function renewalOf(
  state: Automations,
  rules: readonly ExistingRule[],
  rule: ExistingRule,
  organization: LinkedOrganization,
): string {
  const requested = runsOf(state, rule, organization).findLast(({ slot }) => slot.startsWith('manual-'));
  const before = rule.type === 'raise_bids' ? rulesBefore(rules, rule, organization.org_id) : [];
  const olderRuns = before.map((older) => {
    const last = runsOf(state, older, organization).at(-1);
    return `${older.automation_id} ${last?.run_id} ${last?.state}`;
  });
  const { last_updated, status, version } = rule;
  return [status, version, last_updated, organization.time_zone, requested?.run_id, ...olderRuns].join(', ');
}
