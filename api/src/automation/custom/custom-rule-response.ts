import type { CustomAutomation } from '@tapwise/contract/custom-rule';
import {
  type CustomRunSummary,
  type ExistingCustomRule,
  type OpenApplication,
  scheduleClock,
  writable,
} from '@tapwise/domain';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { nextRun } from '../next-run.ts';
import { newestRun, runsOfCustomRule } from './runs/runs-of-custom-rule.ts';

/** A rule as answers show it. @param accountId Whose wish about mails is shown. */
export function customRuleResponse(
  settingsContext: Pick<SettingsContext, 'deps' | 'customRules'>,
  application: OpenApplication,
  rule: ExistingCustomRule,
  accountId: number,
): CustomAutomation {
  const { automation_id: id, name: campaign_name, status, apply_to, last_updated, mode, version } = rule;
  const { deps } = settingsContext;
  const lastRun = runsOfCustomRule(settingsContext, id).at(-1);
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
    units: unitsOf(settingsContext, rule),
    last_run: lastRun === undefined ? null : lastRunResponse(lastRun),
  };
}

/** Units at the newest run of each ad organization; `null` before there was one. */
function unitsOf({ customRules }: Pick<SettingsContext, 'customRules'>, rule: ExistingCustomRule): number | null {
  const checked = Object.keys(rule.apply_to).flatMap((orgId) => {
    const runs = customRules.state.runs.organizations.get(`${rule.automation_id}.${orgId}`)?.runs ?? [];
    return newestRun(runs)?.counts?.checked ?? [];
  });
  return checked.length === 0 ? null : checked.reduce((sum, count) => sum + count, 0);
}

const lastRunResponse = ({ run_id, slot, state, counts }: CustomRunSummary) => ({ run_id, slot, state, counts });
