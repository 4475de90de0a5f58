import type { CampaignState } from '../../../campaign/campaign.state.ts';
import { campaignKind } from '../../../campaign/campaign-kind.ts';
import type { CampaignPlan, PlannedKeyword, PlannedNegative } from '../../../creation/creation-plan.ts';
import { looseKey } from '../../../creation/planning/keyword-list.ts';
import { existingPlan } from '../../../creation/planning/planned-creation.ts';
import { type TargetIds, targetKey } from '../../definition/term-targets.ts';
import { isPausedKeyword, type TermIndex, termIndex } from '../../units/term-index.ts';

/** Where a negative is added; `null`: to the whole campaign. */
interface NegativeOwner {
  readonly campaignId: number;
  readonly ad_group_id: number | null;
}

/** A creation while it is planned. Campaigns that buy come before those that block, as they are carried out in their order. */
export interface TermPlanDraft {
  readonly plans: readonly CampaignPlan[];
  readonly keywords: readonly PlannedKeyword[];
  readonly negatives: readonly PlannedNegative[];
  /** @param isContested A person switched or deleted the keyword: unless it runs, it is left as it is. */
  buy(text: string, buying: { readonly target: TargetIds; readonly bid: number }, isContested: boolean): void;
  /** Index of the keyword of a text, at a target or anywhere; `undefined`: it is not bought. */
  boughtAt(text: string, target?: TargetIds): number | undefined;
  /** @param after Index of the keyword that comes first. */
  block(text: string, owner: NegativeOwner, after: number | undefined): void;
}

export function termPlanDraft(campaigns: ReadonlyMap<number, CampaignState>): TermPlanDraft {
  const plans: CampaignPlan[] = [];
  const keywords: PlannedKeyword[] = [];
  const negatives: PlannedNegative[] = [];
  const planIndexes = new Map<string, number>();
  const keywordIndexes = new Map<string, number>();
  const blocked = new Set<string>();
  const indexOf = new Map<number, TermIndex>();

  const indexOfPlan = (name: string, state: CampaignState, adGroupId?: number): number | undefined => {
    const index = planIndexes.get(name);
    if (index !== undefined || state.campaign === null || state.campaign.deleted) return index;
    planIndexes.set(name, plans.length);
    const kind = campaignKind(state) === 'discovery' ? 'discovery' : 'skag';
    plans.push(
      existingPlan(state.campaign, adGroupId === undefined ? { kind } : { kind, exact_ad_group_id: adGroupId }),
    );
    return plans.length - 1;
  };

  const buy: TermPlanDraft['buy'] = (text, { target, bid: bid_micros }, isContested) => {
    const { campaign_id, ad_group_id } = target;
    const state = campaigns.get(campaign_id);
    const isGone = ad_group_id !== undefined && state?.ad_groups.get(ad_group_id)?.deleted !== false;
    const name = `${targetKey(target)} ${text}`;
    if (state === undefined || isGone || keywordIndexes.has(name)) return;
    const index = indexOf.get(campaign_id) ?? termIndex(state);
    indexOf.set(campaign_id, index);
    const existing = index.keywords.get(text);
    const ids = existing && { ad_group_id: existing.ad_group_id, keyword_id: existing.keyword_id };
    const there = existing && ids && { there: { ...ids, paused: isPausedKeyword(state, existing) } };
    if (isContested && there?.there.paused !== false) return;
    const campaign = indexOfPlan(targetKey(target), state, ad_group_id);
    if (campaign === undefined) return;
    keywordIndexes.set(name, keywords.length);
    if (!keywordIndexes.has(text)) keywordIndexes.set(text, keywords.length);
    keywords.push({ text, campaign, bid_micros, ...there });
  };

  const blocksKeyword = (text: string, { campaignId, ad_group_id }: NegativeOwner): boolean =>
    keywords.some(({ text: bought, campaign }) => {
      const { campaign_id, exact_ad_group_id } = plans[campaign] ?? {};
      const isInScope = campaign_id === campaignId && (ad_group_id === null || exact_ad_group_id === ad_group_id);
      return isInScope && looseKey(bought) === looseKey(text);
    });

  const block = (text: string, owner: NegativeOwner, after: number | undefined): void => {
    const { campaignId, ad_group_id } = owner;
    const name = `${campaignId}:${ad_group_id} ${text}`;
    const state = campaigns.get(campaignId);
    if (state === undefined || blocked.has(name) || blocksKeyword(text, owner)) return;
    const campaign = indexOfPlan(`negatives of ${campaignId}`, state);
    if (campaign === undefined) return;
    blocked.add(name);
    negatives.push({ text, campaign, ad_group_id, ...(after === undefined ? {} : { after }) });
  };

  return {
    plans,
    keywords,
    negatives,
    buy,
    boughtAt: (text, target) => keywordIndexes.get(target === undefined ? text : `${targetKey(target)} ${text}`),
    block,
  };
}
