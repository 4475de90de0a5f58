import { randomUUID } from 'node:crypto';
import { claimNumber, handleCommand } from '@tapwise/adapters';
import type { CreateCustomRuleBody, CreatedCustomRuleResponse } from '@tapwise/contract/custom-rule';
import {
  createCustomRule,
  customRuleDecider,
  customRuleStream,
  DomainError,
  type ExistingCustomRule,
  firstAutomationId,
  type OpenApplication,
  writable,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { ownApplication } from '../../../access/own-application.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { integrated } from '../../own-rule.ts';
import { requireWritableScope } from '../../read-rule.ts';
import { readEnteredRule } from '../read-entered-rule.ts';
import { saveWarnings } from '../save-warnings.ts';

const mostRules = 100;

/**
 * Stores a rule that people write.
 * @throws DomainError `bad_rule` with every fault; `not_found` for what is not the application's; `too_many`; `read_only`.
 */
export async function createCustom(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  body: CreateCustomRuleBody,
): Promise<CreatedCustomRuleResponse> {
  const { deps, automations, customRules } = settingsContext;
  const session = sessionOf(request);
  const application = integrated(ownApplication(deps, session, Number(body.application_id)));
  await Promise.all([automations.caughtUp, customRules.caughtUp]);
  const change_id = request.writeCall?.callId ?? randomUUID();
  const made = rulesOf(settingsContext, application).find(({ versions }) => versions[0]?.change_id === change_id);
  if (made !== undefined) return created(settingsContext, application, made);
  const { automation_name = null, apply_to = {}, automation_params = {}, mode = 'shadow', status = 'active' } = body;
  const entered = { automation_name, apply_to, automation_params };
  const { name, apply_to: campaigns, rule } = await readEnteredRule(settingsContext, application, entered);
  requireWritableScope(deps, application, campaigns);
  const existing = rulesOf(settingsContext, application).filter((other) => other.status !== 'deleted');
  if (existing.length >= mostRules) throw new DomainError('too_many', { message: 'Too many rules: at most 100' });
  const id = await claimNumber(deps.log, personContext(request), { purpose: 'automation', first: firstAutomationId });
  const { position, state } = await handleCommand(deps.log, {
    stream: customRuleStream(id),
    decider: customRuleDecider,
    cause: `created ${id}`,
    context: personContext(request),
    assume: 'new',
    decide: (current) =>
      createCustomRule(current, {
        automation_id: id,
        change_id,
        application_id: application.application_id,
        name,
        rule,
        apply_to: writable(campaigns),
        mode,
        status,
        created_by: session.account.account_id,
        created_at: deps.now().toISOString(),
      }),
  });
  await customRules.reached(position);
  holdsUpTo(reply, position);
  if (state.status === 'absent') throw new DomainError('internal');
  return created(settingsContext, application, state);
}

/** Rules of an application that people wrote, deleted ones too. */
const rulesOf = ({ customRules }: SettingsContext, { application_id }: OpenApplication): ExistingCustomRule[] =>
  [...customRules.state.rules.rules.values()].filter((rule) => rule.application_id === application_id);

const created = (settingsContext: SettingsContext, application: OpenApplication, stored: ExistingCustomRule) => {
  const { automation_id: id, rule, apply_to, version } = stored;
  return {
    status: 'ok' as const,
    id,
    version,
    warnings: saveWarnings(settingsContext, application, { id, rule, apply_to }),
  };
};
