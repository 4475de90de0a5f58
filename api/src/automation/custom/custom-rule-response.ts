import type { CustomAutomation } from '@tapwise/contract/custom-rule';
import { type ExistingCustomRule, type OpenApplication, scheduleClock, writable } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { nextRun } from '../next-run.ts';

/** A rule as answers show it. @param accountId Whose wish about mails is shown. */
export function customRuleResponse(
  deps: ApiDependencies,
  application: OpenApplication,
  rule: ExistingCustomRule,
  accountId: number,
): CustomAutomation {
  const { automation_id: id, name: campaign_name, status, apply_to, last_updated, mode, version } = rule;
  const next = nextRun(deps, application, rule, (zone, everySeconds) =>
    scheduleClock(rule.rule.schedule, zone, everySeconds),
  );
  return {
    id,
    campaign_name,
    type: 'custom',
    status,
    apply_to: writable(apply_to),
    automation_params: rule.rule,
    receive_notifications: rule.wishes[accountId] === true,
    last_updated,
    mode,
    version,
    next_run_at: next === undefined ? null : new Date(next.at).toISOString(),
    next_slot: next?.id ?? null,
    units: null,
    last_run: null,
  };
}
