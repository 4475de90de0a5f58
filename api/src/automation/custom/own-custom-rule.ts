import type { ExistingCustomRule, OpenApplication } from '@tapwise/domain';
import { ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { existingRule, integrated } from '../own-rule.ts';

/** A rule that people wrote, and the application it belongs to. */
export interface OwnCustomRule {
  readonly rule: ExistingCustomRule;
  readonly application: OpenApplication;
}

/** Whether the id is one of rules that people wrote, of any team. */
export async function isCustomRule({ customRules }: SettingsContext, id: number): Promise<boolean> {
  await customRules.caughtUp;
  return customRules.state.rules.rules.has(id);
}

/** @throws DomainError `not_found`, the same for a rule that does not exist, a deleted one, and one of another application. */
export async function ownCustomRule(
  settingsContext: SettingsContext,
  session: Session,
  applicationId: number,
  id: number,
): Promise<OwnCustomRule> {
  const application = integrated(ownApplication(settingsContext.deps, session, applicationId));
  await settingsContext.customRules.caughtUp;
  return { rule: existingRule(settingsContext.customRules.state.rules.rules.get(id), applicationId), application };
}
