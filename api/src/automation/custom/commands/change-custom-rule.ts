import { handleCommand } from '@tapwise/adapters';
import type { ChangedCustomRuleResponse, CustomRuleUpdatesBody } from '@tapwise/contract/custom-rule';
import {
  type CustomRuleEvent,
  type CustomRuleState,
  type CustomRuleUpdates,
  changeCustomRule,
  customRuleDecider,
  customRuleStream,
  DomainError,
  type OpenApplication,
  readRuleParts,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { requireWritableScope } from '../../read-rule.ts';
import { customRuleResponse } from '../custom-rule-response.ts';
import type { OwnCustomRule } from '../own-custom-rule.ts';
import { withPlainIds } from '../plain-ids.ts';
import { referencesOf } from '../rule-references.ts';
import { saveWarnings } from '../save-warnings.ts';

/** What a call wants to be another. */
interface RequestedUpdates {
  readonly updates: CustomRuleUpdatesBody;
  readonly change_id: string;
  /** Version that its author saw. */
  readonly based_on?: number | undefined;
  /** The version whose content it is to have again. */
  readonly restored_from?: number;
}

/**
 * Changes a rule that people write.
 * @throws DomainError `bad_rule` with every fault; `not_found` for what is not the application's; `conflict` with `current`; `read_only`.
 */
export async function changeCustom(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { rule: before, application }: OwnCustomRule,
  { updates, change_id, based_on, restored_from }: RequestedUpdates,
): Promise<ChangedCustomRuleResponse> {
  const { deps, customRules } = settingsContext;
  if (Object.values(updates).every((value) => value === undefined)) {
    throw new DomainError('invalid_request', { message: 'Nothing to change', details: { field: 'updates' } });
  }
  const { status, mode, receive_notifications } = updates;
  const entered = withPlainIds(enteredParts(updates, before.rule));
  const references = await referencesOf(settingsContext, application, entered, before);
  const { name, rule, apply_to } = readRuleParts(entered, references);
  const scope = apply_to ?? before.apply_to;
  requireWritableScope(deps, application, scope);
  const requested = { name, rule, apply_to, status, mode, receive_notifications, based_on, restored_from };
  const { account_id } = sessionOf(request).account;
  const currencies = { application: application.currency, settings: currencyOf(application, scope) };
  const by = { change_id, changed_by: account_id, changed_at: deps.now().toISOString(), currencies };
  const { position, state } = await handleCommand<CustomRuleState, CustomRuleEvent>(deps.log, {
    stream: customRuleStream(before.automation_id),
    decider: customRuleDecider,
    cause: `changed ${change_id}`,
    context: personContext(request),
    decide: (current) => changeCustomRule(current, requested satisfies CustomRuleUpdates, by),
  });
  await customRules.reached(position);
  holdsUpTo(reply, position);
  if (state.status === 'absent') throw new DomainError('internal');
  const { automation_id: id, version } = state;
  return {
    status: 'ok',
    change_id,
    automated_campaign: customRuleResponse(settingsContext, application, state, account_id),
    version,
    warnings: saveWarnings(settingsContext, application, { id, rule: state.rule, apply_to: state.apply_to }),
  };
}

/** Other campaigns may have other currencies, in which the amounts of the rule are then. */
function enteredParts({ automation_name, apply_to, automation_params }: CustomRuleUpdatesBody, before: unknown) {
  return {
    ...(automation_name === undefined ? {} : { automation_name }),
    ...(apply_to === undefined ? {} : { apply_to }),
    ...(automation_params === undefined && apply_to === undefined
      ? {}
      : { automation_params: automation_params ?? before }),
  };
}

/** Currency of the amounts that a rule writes. */
const currencyOf = ({ organizations, currency }: OpenApplication, applyTo: Readonly<Record<string, unknown>>): string =>
  organizations.find(({ org_id }) => Object.hasOwn(applyTo, String(org_id)))?.currency ?? currency;
