import type { CampaignState } from '../../campaign/campaign.state.ts';
import { campaignKind } from '../../campaign/campaign-kind.ts';
import { type KeywordSettings, setsBidsItself } from '../../campaign/campaign-settings.ts';
import { remainingKeywords, scopeOf } from '../../creation/planning/added-keywords.ts';
import { mostKeywords, mostNegatives } from '../../creation/planning/checks.ts';
import { keywordFault, looseKey, textKey } from '../../creation/planning/keyword-list.ts';
import { type NegativeScope, scopeOfBlock, type TargetIds } from '../definition/term-targets.ts';
import type { TermTarget } from '../evaluation/evaluation-data.ts';

/** A campaign as search terms are compared with it: what it buys by exact keywords, and what it blocks. */
export interface TermIndex {
  /** Text of an exact keyword, by loose key, and by ad group and loose key. */
  readonly bought: ReadonlyMap<string, string>;
  /** By text key. */
  readonly keywords: ReadonlyMap<string, KeywordSettings>;
  /** Loose keys of exact negatives of the whole campaign, and ad groups with loose keys of theirs. */
  readonly blocked: ReadonlySet<string>;
  /** Negatives by ad group; 0: of the whole campaign. */
  readonly negatives: ReadonlyMap<number, number>;
}

const within = (adGroupId: number, key: string): string => `${adGroupId} ${key}`;

export function termIndex(campaign: CampaignState): TermIndex {
  const exact = remainingKeywords(campaign, 'EXACT');
  const bought = new Map<string, string>();
  for (const { text, ad_group_id } of exact) {
    bought.set(looseKey(text), text).set(within(ad_group_id, looseKey(text)), text);
  }
  const negatives = new Map<number, number>();
  const blocked = new Set(scopeOf(campaign).campaignNegatives.map(looseKey));
  for (const { ad_group_id, deleted, match_type, text } of campaign.negatives.values()) {
    if (deleted) continue;
    negatives.set(ad_group_id ?? 0, (negatives.get(ad_group_id ?? 0) ?? 0) + 1);
    if (ad_group_id !== null && match_type === 'EXACT') blocked.add(within(ad_group_id, looseKey(text)));
  }
  return { bought, keywords: new Map(exact.map((keyword) => [textKey(keyword.text), keyword])), blocked, negatives };
}

/** A search term in an ad group. */
export interface ScopedTerm {
  readonly index: TermIndex;
  readonly adGroupId: number;
  /** Text key. */
  readonly text: string;
}

/** Why no exact negative of a term can be added; `null`: it can. */
export function negativeRefusal({ index, adGroupId, text }: ScopedTerm, scope: NegativeScope): string | null {
  const fault = keywordFault(text);
  if (fault !== undefined) return fault.message;
  const key = looseKey(text);
  const keyword = index.bought.get(scope === 'campaign' ? key : within(adGroupId, key));
  if (keyword !== undefined) return `Would block the keyword "${keyword}"`;
  const count = index.negatives.get(scope === 'campaign' ? 0 : adGroupId) ?? 0;
  return count < mostNegatives
    ? null
    : `This ${scope === 'campaign' ? 'campaign' : 'ad group'} has 5,000 negative keywords`;
}

/** A campaign that a rule buys search terms in. */
export interface TargetCampaignState {
  readonly ids: TargetIds;
  readonly campaign: CampaignState;
  readonly index: TermIndex;
}

/** @returns `undefined` for a campaign or an ad group that is not there. */
export function termTarget(
  term: ScopedTerm,
  source: CampaignState,
  { ids, campaign: state, index }: TargetCampaignState,
): TermTarget | undefined {
  const { campaign } = state;
  const adGroup = ids.ad_group_id === undefined ? undefined : state.ad_groups.get(ids.ad_group_id);
  if (campaign === null || campaign.deleted) return undefined;
  if (ids.ad_group_id !== undefined && adGroup?.deleted !== false) return undefined;
  const keyword = index.keywords.get(term.text);
  return {
    refusal: source.org_id === state.org_id ? buyRefusal(term.text, ids, index) : otherOrganization,
    bidsSetByService: setsBidsItself(campaign),
    dailyBudget: campaign.daily_budget_micros,
    keyword: keyword === undefined ? null : isPausedKeyword(state, keyword) ? 'paused' : 'running',
    blockRefusal: negativeRefusal(term, scopeOfBlock(campaignKind(source), source.campaign?.campaign_id ?? 0, ids)),
  };
}

const otherOrganization = 'The target campaign belongs to another campaign group';

/** Whether a keyword or its ad group is paused. */
export const isPausedKeyword = ({ ad_groups }: CampaignState, { ad_group_id, status }: KeywordSettings): boolean =>
  status === 'PAUSED' || ad_groups.get(ad_group_id)?.status === 'PAUSED';

function buyRefusal(text: string, { ad_group_id }: TargetIds, index: TermIndex): string | null {
  const fault = keywordFault(text);
  if (fault !== undefined) return fault.message;
  const key = looseKey(text);
  if (index.blocked.has(key)) return 'Blocked by a negative keyword of this campaign';
  if (ad_group_id !== undefined && index.blocked.has(within(ad_group_id, key))) {
    return 'Blocked by a negative keyword of this ad group';
  }
  const isFull = index.keywords.size >= mostKeywords && !index.keywords.has(text);
  return isFull ? 'This campaign has 5,000 keywords' : null;
}
