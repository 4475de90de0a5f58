import { type LabellingRule, labelsNamedBy } from '@tapwise/domain';
import type { SettingsContext } from '../settings-context.ts';

/** Rules of an application that name a label, paused ones too. */
export async function rulesNamingLabel(
  { customRules }: Pick<SettingsContext, 'customRules'>,
  applicationId: number,
  labelId: number,
): Promise<readonly LabellingRule[]> {
  await customRules.caughtUp;
  return [...customRules.state.rules.rules.values()]
    .filter(({ application_id, status }) => application_id === applicationId && status !== 'deleted')
    .filter(({ rule }) => labelsNamedBy(rule).has(labelId))
    .map(({ automation_id, name }) => ({ id: automation_id, name }));
}
