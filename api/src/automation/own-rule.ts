import { DomainError, type ExistingRule, type OpenApplication } from '@tapwise/domain';
import { ownApplication } from '../access/own-application.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import type { SettingsContext } from '../settings-changes/settings-context.ts';

/** A rule and the application it belongs to. */
export interface OwnRule {
  readonly rule: ExistingRule;
  readonly application: OpenApplication;
}

/** @throws DomainError `not_found`, the same for a rule that does not exist, a deleted one, and one of another application. */
export async function ownRule(
  settingsContext: SettingsContext,
  session: Session,
  applicationId: number,
  id: number,
): Promise<OwnRule> {
  const application = integrated(ownApplication(settingsContext.deps, session, applicationId));
  await settingsContext.automations.caughtUp;
  return { rule: existingRule(settingsContext.automations.state.rules.get(id), applicationId), application };
}

/** @throws DomainError `not_found`. */
export function existingRule<Rule extends { readonly application_id: number; readonly status: string }>(
  rule: Rule | undefined,
  applicationId: number,
): Rule {
  if (rule === undefined || rule.application_id !== applicationId || rule.status === 'deleted') {
    throw new DomainError('not_found', { message: 'This automation was not found.' });
  }
  return rule;
}

/** @throws DomainError `not_integrated` while the application has no ad organization. */
export function integrated(application: OpenApplication): OpenApplication {
  if (application.organizations.length === 0) throw new DomainError('not_integrated');
  return application;
}
