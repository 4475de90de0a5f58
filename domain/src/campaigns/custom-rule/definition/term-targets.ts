import type { CampaignKind } from '../../campaign/campaign-kind.ts';
import type { RuleCase } from './custom-rule.ts';
import type { RuleAction } from './rule-actions.ts';

export type KeywordAction = Extract<RuleAction, { do: 'add_keyword' }>;
/** Where an exact negative is added. */
export type NegativeScope = Extract<RuleAction, { do: 'negative' }>['at'];

/** Where an action buys search terms: a campaign, or one of its ad groups. */
export type TargetIds = Pick<KeywordAction, 'campaign_id' | 'ad_group_id'>;

/** `c`, or `c:a`. */
export const targetKey = ({ campaign_id, ad_group_id }: TargetIds): string =>
  ad_group_id === undefined ? `${campaign_id}` : `${campaign_id}:${ad_group_id}`;

/** Where a rule buys search terms, each once, in written order. */
export function keywordTargets(cases: readonly Pick<RuleCase, 'then'>[]): TargetIds[] {
  const targets = new Map<string, TargetIds>();
  for (const action of cases.flatMap(({ then }) => then)) {
    if (action.do === 'add_keyword') targets.set(targetKey(action), action);
  }
  return [...targets.values()];
}

/**
 * Where a term is blocked once it is bought elsewhere: discovery campaigns block it as a whole, others in the ad group that it was found in.
 * A campaign that buys it itself cannot block it.
 */
export const scopeOfBlock = (kind: CampaignKind, campaignId: number, target: TargetIds): NegativeScope =>
  kind === 'discovery' && campaignId !== target.campaign_id ? 'campaign' : 'ad_group';

/** `c:a:t:<text key>`: the text may have colons itself. */
export const termKey = (campaignId: number, adGroupId: number, text: string): string =>
  `${campaignId}:${adGroupId}:t:${text}`;

/** The campaign, the ad group and the text of a search term. */
export function termOfKey(key: string): {
  readonly campaignId: number;
  readonly adGroupId: number;
  readonly text: string;
} {
  const [campaignId = '', adGroupId = '', , ...text] = key.split(':');
  return { campaignId: Number(campaignId), adGroupId: Number(adGroupId), text: text.join(':') };
}
