import type { ClickHouseClient } from '@tapwise/adapters';
import { type ExistingRule, type LinkedOrganization, type RuleCampaign, ruleDays, withOpenBids } from '@tapwise/domain';
import { openRaises, type RaisesUnderWay } from './open-raises.ts';
import { type RuleFigures, ruleFigures } from './rule-figures.queries.ts';
import { ruleShares } from './rule-shares.queries.ts';

/** Where a rule is evaluated, and when. */
export interface RuleQuestion {
  readonly applicationId: number;
  readonly organization: LinkedOrganization;
  readonly rule: Pick<ExistingRule, 'apply_to' | 'window' | 'campaignsSince' | 'params'>;
  /** Milliseconds. */
  readonly asOf: number;
  /** A campaign with the trails of its bids, as the log has it, and up to which event. */
  readonly campaign: (id: number) => Promise<{ readonly state: RuleCampaign; readonly revision: bigint | undefined }>;
  readonly underWay: RaisesUnderWay;
}

/** Figures and settings of a rule's campaigns in one organization. */
export interface RuleFacts {
  readonly campaigns: ReadonlyMap<number, RuleCampaign>;
  /** Up to which event of each campaign. */
  readonly revisions: { campaign_id: number; revision: number }[];
  readonly figures: RuleFigures;
  /** Millionths, by key of the keyword; only asked for where a cap compares them. */
  readonly shares: ReadonlyMap<string, number>;
}

/**
 * One question to the tables for all units (two where a cap is on impression shares), and the settings of their campaigns as the log has
 * them, with raises that were sent and have no outcome yet. @throws the engines' errors.
 */
export async function readRuleFacts(client: ClickHouseClient, question: RuleQuestion): Promise<RuleFacts> {
  const { applicationId, organization, rule, asOf } = question;
  const { org_id: orgId, time_zone, currency } = organization;
  const campaignIds = rule.apply_to[orgId] ?? [];
  // Before the campaigns: a row that ends meanwhile is then in its campaign.
  const open = await openRaises(question.underWay, orgId);
  const campaigns = new Map<number, RuleCampaign>();
  const revisions: RuleFacts['revisions'] = [];
  for (const campaign_id of campaignIds) {
    const { state, revision } = await question.campaign(campaign_id);
    campaigns.set(campaign_id, withOpenBids(state, open));
    revisions.push({ campaign_id, revision: Number(revision ?? 0n) });
  }
  const scope = { applicationId, orgId, campaignIds, currency, ...ruleDays(rule, asOf, time_zone) };
  const shares =
    rule.params.impression_share_cap === null ? new Map<string, number>() : await ruleShares(client, scope);
  return { campaigns, revisions, figures: await ruleFigures(client, scope), shares };
}
