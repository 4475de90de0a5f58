import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { automationPaths, resumeBodySchema, resumeResponseSchema } from '@tapwise/contract/automation';
import { automationDecider, automationStream, campaignsOf, resumeUnits } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { resumeCustom } from '../custom/commands/resume-custom-units.ts';
import { isCustomRule } from '../custom/own-custom-rule.ts';
import { unitsNotFound } from '../custom/units-not-found.ts';
import { ownRule } from '../own-rule.ts';

/** Units of a rule that it left alone. */
interface ResumedUnits {
  readonly application_id: number;
  readonly id: number;
  readonly keys: readonly string[];
}

/** `POST /api/asa/automated_campaigns/resume`: the rule may change units again although a person had taken its changes back. */
export function resumeUnitsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    automationPaths.resume,
    {
      schema: { body: resumeBodySchema, response: { 200: resumeResponseSchema } },
      config: { right: 'act' },
      // Texts of search terms.
      bodyLimit: 4 * 1024 * 1024,
    },
    async (request, reply) => {
      const { application_id, id, keys } = request.body;
      const units = { application_id: Number(application_id), id: Number(id), keys };
      const isCustom = await isCustomRule(settingsContext, units.id);
      const position = isCustom
        ? await resumeCustom(settingsContext, request, units)
        : await resumeFixed(settingsContext, request, units);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, resumed: keys.length };
    },
  );
}

const keywordForm = /^\d+:\d+:\d+$/;

async function resumeFixed(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { application_id, id, keys }: ResumedUnits,
): Promise<bigint> {
  const { deps, automations } = settingsContext;
  const session = sessionOf(request);
  const { rule } = await ownRule(settingsContext, session, application_id, id);
  const campaignIds = new Set(Object.values(rule.apply_to).flat());
  const isForeign = (key: string): boolean => campaignsOf([key]).some((campaign) => !campaignIds.has(campaign));
  const foreign = keys.filter((key) => !keywordForm.test(key) || isForeign(key));
  if (foreign.length > 0) throw unitsNotFound(foreign, 'Keyword not found');
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
  return position;
}
