import { randomUUID } from 'node:crypto';
import { changedCustomRuleResponseSchema, customRulePaths, restoreBodySchema } from '@tapwise/contract/custom-rule';
import { versionOf, writable } from '@tapwise/domain';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { ownCustomRule } from '../own-custom-rule.ts';
import { changeCustom } from './change-custom-rule.ts';

/** `POST /api/asa/automated_campaigns/restore`: a new version with the content of an older one, which is checked again. */
export function restoreVersionRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    customRulePaths.restore,
    {
      schema: { body: restoreBodySchema, response: { 200: changedCustomRuleResponseSchema } },
      config: { right: 'act' },
    },
    async (request, reply) => {
      const { application_id, id, version } = request.body;
      const ruleTarget = await ownCustomRule(settingsContext, sessionOf(request), Number(application_id), Number(id));
      const { rule, apply_to } = versionOf(ruleTarget.rule, version);
      return await changeCustom(settingsContext, request, reply, ruleTarget, {
        updates: { automation_params: { ...rule }, apply_to: writable(apply_to) },
        change_id: request.writeCall?.callId ?? randomUUID(),
        restored_from: version,
      });
    },
  );
}
