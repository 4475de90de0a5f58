import { DomainError, type OpenApplication, readRuleParts } from '@tapwise/domain';
import { ownApplication } from '../../../access/own-application.ts';
import type { Session } from '../../../access/sign-in/sessions.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { integrated } from '../../own-rule.ts';
import { isCustomRule, ownCustomRule } from '../own-custom-rule.ts';
import { withPlainIds } from '../plain-ids.ts';
import { referencesOf } from '../rule-references.ts';
import type { TriedRule } from './evaluate-now.ts';

/** What a call says about the rule that is to be tried: the id of a stored one, or a draft. */
interface EnteredTrial {
  readonly application_id: string | number;
  readonly id?: string | number | undefined;
  readonly automation_type?: string | undefined;
  readonly apply_to?: unknown;
  readonly automation_params?: unknown;
}

interface Trial {
  readonly tried: TriedRule;
  readonly application: OpenApplication;
}

/**
 * The rule of a trial, if people write rules of its type.
 * @returns `undefined` for a rule of a fixed type.
 * @throws DomainError `bad_rule` with every fault of a draft; `not_found` for what is not the application's.
 */
export async function customTrial(
  settingsContext: SettingsContext,
  session: Session,
  entered: EnteredTrial,
): Promise<Trial | undefined> {
  const applicationId = Number(entered.application_id);
  const { id, automation_type, apply_to = {}, automation_params = {} } = entered;
  if (automation_type === undefined && id !== undefined && (await isCustomRule(settingsContext, Number(id)))) {
    const { rule: stored, application } = await ownCustomRule(settingsContext, session, applicationId, Number(id));
    return { tried: { rule: stored.rule, apply_to: stored.apply_to, stored }, application };
  }
  if (automation_type !== 'custom') return undefined;
  const application = integrated(ownApplication(settingsContext.deps, session, applicationId));
  await settingsContext.customRules.caughtUp;
  const plain = withPlainIds({ apply_to, automation_params });
  const parts = readRuleParts(plain, await referencesOf(settingsContext, application, plain));
  if (parts.rule === undefined || parts.apply_to === undefined) throw new DomainError('internal');
  return { tried: { rule: parts.rule, apply_to: parts.apply_to, stored: null }, application };
}
