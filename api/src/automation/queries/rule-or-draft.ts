import type { dryRunBodySchema } from '@tapwise/contract/automation';
import { DomainError, type ExistingRule, type OpenApplication, ruleOfDraft } from '@tapwise/domain';
import type { z } from 'zod';
import { ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { integrated, ownRule } from '../own-rule.ts';
import { readRuleParams, readScope } from '../read-rule.ts';

/** A stored rule that raises bids, or a draft of one. */
export interface RequestedRule {
  readonly rule: ExistingRule;
  readonly draft: boolean;
  readonly application: OpenApplication;
}

/**
 * The rule that a call is about.
 * @param made When a draft is taken to have been made; milliseconds.
 * @throws DomainError `not_found`, `invalid_request`.
 */
export async function ruleOrDraft(
  settingsContext: SettingsContext,
  session: Session,
  body: z.infer<typeof dryRunBodySchema>,
  made: number,
): Promise<RequestedRule> {
  const { id, automation_type, apply_to, automation_params = {}, window = 'lifetime' } = body;
  if (id !== undefined) {
    if (automation_type !== undefined || apply_to !== undefined) throw eitherOr();
    const ruleTarget = await ownRule(settingsContext, session, Number(body.application_id), Number(id));
    if (ruleTarget.rule.type !== 'raise_bids') throw onlyRaises();
    return { ...ruleTarget, draft: false };
  }
  const application = integrated(ownApplication(settingsContext.deps, session, Number(body.application_id)));
  if (automation_type === undefined)
    throw new DomainError('invalid_request', { message: 'Automation type is required' });
  if (automation_type !== 'raise_bids') throw onlyRaises();
  if (apply_to === undefined) throw new DomainError('invalid_request', { message: 'Apply to is required' });
  const scope = await readScope(settingsContext, application, apply_to);
  const params = readRuleParams(application, scope, automation_params);
  const at = new Date(made).toISOString();
  await settingsContext.automations.caughtUp;
  const rule = ruleOfDraft({ application_id: application.application_id, params, window, apply_to: scope, at });
  return { rule, draft: true, application };
}

const eitherOr = (): DomainError =>
  new DomainError('invalid_request', { message: 'Give either an automation or a draft of one' });
const onlyRaises = (): DomainError =>
  new DomainError('invalid_request', {
    message: 'Only automations that raise bids can be tried',
    details: { field: 'automation_type' },
  });
