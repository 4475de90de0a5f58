import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { customRuleDecider, customRuleStream, resumeCustomUnits } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { presentCampaigns, type SettingsContext } from '../../../settings-changes/settings-context.ts';
import { type OwnCustomRule, ownCustomRule } from '../own-custom-rule.ts';
import { unitsNotFound } from '../units-not-found.ts';

/** Units that the rule left alone. */
interface ResumedUnits {
  readonly application_id: number;
  readonly id: number;
  readonly keys: readonly string[];
}

/**
 * The rule may change units again that people took back, or that rules changed to and fro.
 * @returns the position up to which that is in the log.
 * @throws DomainError `not_found` for units of campaigns that the rule is not for.
 */
export async function resumeCustom(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { application_id, id, keys }: ResumedUnits,
): Promise<bigint> {
  const { deps, customRules } = settingsContext;
  const session = sessionOf(request);
  const ruleTarget = await ownCustomRule(settingsContext, session, application_id, id);
  const ruleCampaigns = await ownCampaignIds(settingsContext, ruleTarget, new Set(keys.map(campaignOf)));
  const foreign = keys.filter((key) => !ruleCampaigns.has(campaignOf(key)));
  if (foreign.length > 0) throw unitsNotFound(foreign, 'Unit not found');
  const change_id = request.writeCall?.callId ?? randomUUID();
  const by = { change_id, changed_by: session.account.account_id, changed_at: deps.now().toISOString() };
  const { position } = await handleCommand(deps.log, {
    stream: customRuleStream(ruleTarget.rule.automation_id),
    decider: customRuleDecider,
    cause: `resumed ${change_id}`,
    context: personContext(request),
    decide: (state) => resumeCustomUnits(state, [...new Set(keys)], by),
  });
  await customRules.reached(position);
  return position;
}

const campaignOf = (key: string): number => Number(key.split(':', 1)[0]);

/** Those of the campaigns that the rule is for. */
async function ownCampaignIds(
  settingsContext: SettingsContext,
  { rule, application }: OwnCustomRule,
  ids: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const lists = Object.values(rule.apply_to).flatMap((list) => (list === 'all' ? [] : [...list]));
  const listed = new Set(lists.filter((id) => ids.has(id)));
  const others = [...ids].filter((id) => !listed.has(id));
  const campaigns = await presentCampaigns(settingsContext, others);
  const isOfAll = (id: number): boolean => {
    const state = campaigns.get(id)?.state;
    return rule.apply_to[String(state?.org_id)] === 'all' && state?.campaign?.adam_id === application.adam_id;
  };
  return new Set([...listed, ...others.filter(isOfAll)]);
}
