import { type BidsByRules, bidChanges, campaignStream, ruleOfChanges, type TrailedCampaign } from '@tapwise/domain';
import type { RuleScope, RunContext } from './run-context.ts';

/** What was done to the bids of a rule's campaigns, by rules that people wrote too. */
export async function readBidsByRules(
  { automations, customRules, trailed }: RunContext,
  { rule, organization }: Pick<RuleScope, 'rule' | 'organization'>,
): Promise<BidsByRules> {
  await customRules.caughtUp;
  const { org_id: orgId, time_zone: zone } = organization;
  const { rules, runs } = customRules.state;
  const campaigns = new Map<number, TrailedCampaign>();
  for (const id of rule.apply_to[orgId] ?? []) campaigns.set(id, (await trailed.current(campaignStream(id))).state);
  const changes = bidChanges(campaigns, ruleOfChanges(rules.rules, runs, orgId));
  const named = [...automations.state.rules.values(), ...rules.rules.values()];
  return { zone, changes, ruleNames: new Map(named.map(({ automation_id, name }) => [automation_id, name])) };
}
