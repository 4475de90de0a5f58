import { type BidsByRules, campaignStream, ruleOfChanges, settingTrailOf } from '@tapwise/domain';
import type { RuleScope, RunContext } from './run-context.ts';

/** What was done to the bids of a rule's campaigns, by rules that people wrote too. */
export async function readBidsByRules(
  { automations, customRules, trailed }: RunContext,
  { rule, organization }: Pick<RuleScope, 'rule' | 'organization'>,
): Promise<BidsByRules> {
  await customRules.caughtUp;
  const { org_id: orgId, time_zone: zone } = organization;
  const { rules, runs } = customRules.state;
  const ruleOf = ruleOfChanges(rules.rules, runs, orgId);
  const changes = new Map<string, BidChanges>();
  for (const campaignId of rule.apply_to[orgId] ?? []) {
    const { campaign, trails } = (await trailed.current(campaignStream(campaignId))).state;
    for (const { ad_group_id, keyword_id } of campaign.keywords.values()) {
      const key = `${campaignId}:${ad_group_id}:${keyword_id}`;
      const { cpt_bid } = settingTrailOf(trails, key, ruleOf);
      if (cpt_bid !== undefined) changes.set(key, cpt_bid);
    }
  }
  const named = [...automations.state.rules.values(), ...rules.rules.values()];
  return { zone, changes, ruleNames: new Map(named.map(({ automation_id, name }) => [automation_id, name])) };
}

type BidChanges = NonNullable<ReturnType<BidsByRules['changes']['get']>>;
