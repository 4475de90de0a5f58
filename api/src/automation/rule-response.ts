import type { Automation } from '@tapwise/contract/automation';
import {
  displayedParams,
  type ExistingRule,
  nextSlot,
  type OpenApplication,
  ruleClock,
  slotDelayMs,
  wantsNotices,
} from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** A rule as answers show it. @param accountId Whose wish about mails is shown. */
export function ruleResponse(
  deps: ApiDependencies,
  application: OpenApplication,
  rule: ExistingRule,
  accountId: number,
): Automation {
  const { automation_id: id, name: campaign_name, type, status, apply_to, last_updated, mode, window, version } = rule;
  const next = nextRun(deps, application, rule);
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

/** The first start of the rule in any of its organizations; that of a filter is when it begins to wait for the day's search terms. */
function nextRun(deps: ApiDependencies, { organizations }: OpenApplication, rule: ExistingRule) {
  if (rule.status !== 'active') return undefined;
  const now = deps.now().getTime();
  const starts = organizations
    .filter(({ org_id }) => (rule.apply_to[org_id]?.length ?? 0) > 0)
    .map(({ org_id, time_zone }) => {
      const clock = ruleClock(rule, time_zone, deps.settings.automation?.everySeconds);
      const delay = slotDelayMs(clock, rule.automation_id, org_id);
      const slot = nextSlot(clock, now - delay);
      return { id: slot.id, at: slot.at + delay };
    });
  return starts.sort((left, right) => left.at - right.at)[0];
}
