import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { automationPaths, resumeBodySchema, resumeResponseSchema } from '@tapwise/contract/automation';
import { automationDecider, automationStream, campaignsOf, DomainError, resumeUnits } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { ownRule } from '../own-rule.ts';

/** `POST /api/asa/automated_campaigns/resume`: the rule may raise units again although a person had lowered their bids. */
export function resumeUnitsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, automations } = settingsContext;
  app.post(
    automationPaths.resume,
    { schema: { body: resumeBodySchema, response: { 200: resumeResponseSchema } }, config: { right: 'act' } },
    async (request, reply) => {
      const { application_id, id, keys } = request.body;
      const session = sessionOf(request);
      const { rule } = await ownRule(settingsContext, session, Number(application_id), Number(id));
      const campaignIds = new Set(Object.values(rule.apply_to).flat());
      const foreign = keys.filter((key) => campaignsOf([key]).some((campaign) => !campaignIds.has(campaign)));
      if (foreign.length > 0) {
        const message = 'Keyword not found';
        const rows = foreign.map((key) => ({ key, field: 'keyword', message }));
        throw new DomainError('not_found', { message, rows });
      }
      const change_id = request.writeCall?.callId ?? randomUUID();
      const by = { change_id, changed_by: session.account.account_id, changed_at: deps.now().toISOString() };
      const { position } = await handleCommand(deps.log, {
        stream: automationStream(rule.automation_id),
        decider: automationDecider,
        cause: `resumed ${change_id}`,
        context: personContext(request),
        decide: (state) => resumeUnits(state, keys, by),
      });
      await automations.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, resumed: keys.length };
    },
  );
}
