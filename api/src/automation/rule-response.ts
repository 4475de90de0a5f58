import type { Automation } from '@tapwise/contract/automation';
import { displayedParams, type ExistingRule, type OpenApplication, ruleClock, wantsNotices } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';
import { nextRun } from './next-run.ts';

/** A rule as answers show it. @param accountId Whose wish about mails is shown. */
export function ruleResponse(
  deps: ApiDependencies,
  application: OpenApplication,
  rule: ExistingRule,
  accountId: number,
): Automation {
  const { automation_id: id, name: campaign_name, type, status, apply_to, last_updated, mode, window, version } = rule;
  const next = nextRun(deps, application, rule, (zone, everySeconds) => ruleClock(rule, zone, everySeconds));
  return {
    id,
    campaign_name,
    type,
    status,
    apply_to,
    last_updated,
    mode,
    window,
    version,
    automation_params: type === 'raise_bids' ? displayedParams(rule.params) : {},
    receive_notifications: wantsNotices(rule, accountId),
    next_run_at: next === undefined ? null : new Date(next.at).toISOString(),
    next_slot: next?.id ?? null,
  };
}
