import { type LabellingRule, labelsNamedBy, ownAlerts, ownRuleOf } from '@tapwise/domain';
import type { SettingsContext } from '../settings-context.ts';

/** Rules and alerts of an application that name a label, paused ones too. */
export async function rulesNamingLabel(
  { customRules, alerts }: Pick<SettingsContext, 'customRules' | 'alerts'>,
  applicationId: number,
  labelId: number,
): Promise<readonly LabellingRule[]> {
  await Promise.all([customRules.caughtUp, alerts.caughtUp]);
  const rules = [...customRules.state.rules.rules.values()]
    .filter(({ application_id, status }) => application_id === applicationId && status !== 'deleted')
    .filter(({ rule }) => labelsNamedBy(rule).has(labelId))
    .map(({ automation_id, name }) => ({ id: automation_id, name }));
  const namingAlerts = ownAlerts(alerts.state, { application_id: applicationId }).flatMap((alert) => {
    const written = ownRuleOf(alert);
    return written !== undefined && labelsNamedBy(written.rule).has(labelId)
      ? [{ id: alert.alertId, name: alert.name }]
      : [];
  });
  return [...rules, ...namingAlerts];
}
