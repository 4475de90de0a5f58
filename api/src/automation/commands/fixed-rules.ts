import { claimNumber, handleCommand } from '@tapwise/adapters';
import type { CreateFixedBody, FixedUpdates } from '@tapwise/contract/automation';
import {
  type AutomationEvent,
  automationDecider,
  automationName,
  automationStream,
  changeAutomation,
  createAutomation,
  DomainError,
  firstAutomationId,
  type RuleState,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { integrated, type OwnRule } from '../own-rule.ts';
import { readRuleParams, readScope, requireWritableScope, warningOf } from '../read-rule.ts';

/** Stores a rule that raises bids or watches search terms. @throws DomainError for what it cannot be. */
export async function createFixedRule(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  body: CreateFixedBody,
): Promise<{ id: number; position: bigint; warning: string | undefined }> {
  const { deps, automations } = settingsContext;
  const session = sessionOf(request);
  const application = integrated(ownApplication(deps, session, Number(body.application_id)));
  const { automation_type, automation_params = {}, mode = 'live', window = 'lifetime' } = body;
  if (automation_type === undefined) throw required('automation_type', 'Automation type is required');
  const name = automationName(body.automation_name);
  if (body.apply_to === undefined) throw required('apply_to', 'Apply to is required');
  const raises = automation_type === 'raise_bids';
  if (!raises && Object.keys(automation_params).length > 0) {
    throw required('automation_params', 'This automation has no editable params');
  }
  const apply_to = await readScope(settingsContext, application, body.apply_to);
  const params = readRuleParams(application, apply_to, automation_params);
  requireWritableScope(deps, application, apply_to);
  await automations.caughtUp;
  const warning = raises
    ? warningOf(settingsContext, application, { id: null, applyTo: apply_to, params, window })
    : undefined;
  const id = await claimNumber(deps.log, personContext(request), { purpose: 'automation', first: firstAutomationId });
  const { position } = await handleCommand(deps.log, {
    stream: automationStream(id),
    decider: automationDecider,
    cause: `created ${id}`,
    context: personContext(request),
    assume: 'new',
    decide: (state) =>
      createAutomation(state, {
        automation_id: id,
        application_id: application.application_id,
        automation_type,
        name,
        apply_to,
        org_id: Number(Object.keys(apply_to)[0] ?? 0),
        automation_params: raises ? { ...params } : {},
        receive_notifications: true,
        status: 'active' as const,
        mode,
        window,
        created_by: session.account.account_id,
        created_at: deps.now().toISOString(),
      }),
  });
  await automations.reached(position);
  return { id, position, warning };
}

/** Changes such a rule. @throws DomainError for what it cannot be. */
export async function changeFixedRule(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { rule, application }: OwnRule,
  { updates, change_id }: { readonly updates: FixedUpdates; readonly change_id: string },
): Promise<{ position: bigint; warning: string | undefined }> {
  const { deps, automations } = settingsContext;
  if (Object.values(updates).every((value) => value === undefined)) throw required('updates', 'Nothing to change');
  const enteredParams = updates.automation_params;
  const apply_to = updates.apply_to && (await readScope(settingsContext, application, updates.apply_to));
  const scope = apply_to ?? rule.apply_to;
  const params =
    enteredParams && rule.type === 'raise_bids'
      ? readRuleParams(application, scope, enteredParams)
      : enteredParams && rule.params;
  const name = updates.automation_name === undefined ? undefined : automationName(updates.automation_name);
  requireWritableScope(deps, application, scope);
  const by = { change_id, changed_by: sessionOf(request).account.account_id, changed_at: deps.now().toISOString() };
  const { status, window, mode, receive_notifications } = updates;
  const requested = { name, params, apply_to, status, window, mode, receive_notifications };
  const { position } = await handleCommand<RuleState, AutomationEvent>(deps.log, {
    stream: automationStream(rule.automation_id),
    decider: automationDecider,
    cause: `changed ${change_id}`,
    context: personContext(request),
    decide: (state) => changeAutomation(state, requested, by),
  });
  await automations.reached(position);
  const asks = rule.type === 'raise_bids' && [apply_to, params, window].some((update) => update !== undefined);
  const wish = { id: rule.automation_id, applyTo: scope, params: params ?? rule.params };
  const warning = asks
    ? warningOf(settingsContext, application, { ...wish, window: window ?? rule.window })
    : undefined;
  return { position, warning };
}

const required = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });
