import type { AutomationLogRow } from '@tapwise/contract/automation';
import { customRunStream, organizationName, runLogLines } from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { logPageSize, newestFirst, wholeInstants } from '../../queries/log-page.ts';
import type { OwnCustomRule } from '../own-custom-rule.ts';
import { decisionIdOf } from '../runs/custom-verdict-response.ts';
import { runsOfCustomRule } from '../runs/runs-of-custom-rule.ts';

/**
 * The newest rows of the log of a rule that are older than an instant. A run that ended before the page's last row is not read.
 * @param before ISO 8601.
 */
export async function readCustomLog(
  settingsContext: SettingsContext,
  { rule, application }: OwnCustomRule,
  before: string,
): Promise<AutomationLogRow[]> {
  let rows: AutomationLogRow[] = [];
  for (const run of runsOfCustomRule(settingsContext, rule.automation_id).toReversed()) {
    const least = rows[logPageSize - 1]?.date ?? '';
    if (run.started_at >= before || (run.ended_at !== null && run.ended_at < least)) continue;
    const { state } = await settingsContext.customRunStates.current(customRunStream(run));
    const added = runLogLines(run, state, rule.rule.level)
      .filter(({ date }) => date < before)
      .map(({ date, campaign_name, message, key }) => ({
        date,
        asaOrganizationName: organizationName(application.organizations, run.org_id),
        campaignName: campaign_name,
        message,
        run_id: run.run_id,
        key,
        decision_id: key === null ? null : decisionIdOf(rule.automation_id, run.slot, key),
      }));
    rows = wholeInstants([...rows, ...added].sort(newestFirst));
  }
  return rows;
}
