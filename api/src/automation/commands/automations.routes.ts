import { randomUUID } from 'node:crypto';
import {
  automationPaths,
  changeAutomationBodySchema,
  changedAutomationResponseSchema,
  createAutomationBodySchema,
  createdAutomationResponseSchema,
  fixedUpdatesSchema,
} from '@tapwise/contract/automation';
import { customRuleUpdatesSchema } from '@tapwise/contract/custom-rule';
import { type ApiServer, ruleBodyLimit } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { changeCustom } from '../custom/commands/change-custom-rule.ts';
import { createCustom } from '../custom/commands/create-custom-rule.ts';
import { isCustomRule, ownCustomRule } from '../custom/own-custom-rule.ts';
import { readUpdates } from '../custom/read-updates.ts';
import { ownRule } from '../own-rule.ts';
import { ruleResponse } from '../rule-response.ts';
import { changeFixedRule, createFixedRule } from './fixed-rules.ts';

const config = { right: 'act' } as const;

/** Rules of every type: a new one, another setting of one. */
export function automationRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, automations } = settingsContext;
  app.post(
    automationPaths.automations,
    {
      schema: { body: createAutomationBodySchema, response: { 200: createdAutomationResponseSchema } },
      config,
      bodyLimit: ruleBodyLimit,
    },
    async (request, reply) => {
      const { body } = request;
      if (body.automation_type === 'custom')
        return await app.teamTurns(request, () => createCustom(settingsContext, request, reply, body));
      const { id, position, warning } = await createFixedRule(settingsContext, request, body);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, id, ...(warning === undefined ? {} : { warning }) };
    },
  );
  app.put(
    automationPaths.automations,
    {
      schema: { body: changeAutomationBodySchema, response: { 200: changedAutomationResponseSchema } },
      config,
      bodyLimit: ruleBodyLimit,
    },
    async (request, reply) => {
      const { application_id, id, updates, based_on } = request.body;
      const session = sessionOf(request);
      const change_id = request.writeCall?.callId ?? randomUUID();
      if (await isCustomRule(settingsContext, Number(id))) {
        const ruleTarget = await ownCustomRule(settingsContext, session, Number(application_id), Number(id));
        const customUpdates = readUpdates(customRuleUpdatesSchema, updates);
        return await changeCustom(settingsContext, request, reply, ruleTarget, {
          updates: customUpdates,
          change_id,
          based_on,
        });
      }
      const ruleTarget = await ownRule(settingsContext, session, Number(application_id), Number(id));
      const fixedUpdates = readUpdates(fixedUpdatesSchema, updates);
      const fixed = { updates: fixedUpdates, change_id };
      const { position, warning } = await changeFixedRule(settingsContext, request, ruleTarget, fixed);
      holdsUpTo(reply, position);
      const rule = automations.state.rules.get(ruleTarget.rule.automation_id) ?? ruleTarget.rule;
      const automated_campaign = ruleResponse(deps, ruleTarget.application, rule, session.account.account_id);
      return { status: 'ok' as const, change_id, automated_campaign, ...(warning === undefined ? {} : { warning }) };
    },
  );
}
