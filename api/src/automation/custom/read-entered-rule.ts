import { type CustomRule, DomainError, type OpenApplication, type RuleCampaigns, readRuleParts } from '@tapwise/domain';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { withPlainIds } from './plain-ids.ts';
import { referencesOf } from './rule-references.ts';

/** All parts of a rule, as they were entered. */
interface EnteredRule {
  readonly automation_name: unknown;
  readonly apply_to: unknown;
  readonly automation_params: unknown;
}

/** @throws DomainError `bad_rule` with every fault; `not_found` for what is not the application's. */
export async function readEnteredRule(
  settingsContext: SettingsContext,
  application: OpenApplication,
  entered: EnteredRule,
): Promise<{ readonly name: string; readonly apply_to: RuleCampaigns; readonly rule: CustomRule }> {
  const plain = withPlainIds(entered);
  const references = await referencesOf(settingsContext, application, plain);
  const { name, apply_to, rule } = readRuleParts(plain, references);
  if (name === undefined || apply_to === undefined || rule === undefined) throw new DomainError('internal');
  return { name, apply_to, rule };
}
