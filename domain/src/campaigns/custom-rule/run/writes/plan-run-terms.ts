import type { CampaignState } from '../../../campaign/campaign.state.ts';
import { campaignKind } from '../../../campaign/campaign-kind.ts';
import type { PlannedCreation } from '../../../creation/planning/planned-creation.ts';
import { scopeOfBlock } from '../../definition/term-targets.ts';
import { type TermPlanDraft, termPlanDraft } from './term-plan-draft.ts';
import type { RunTerm } from './terms-of-run.ts';

/**
 * The creation that carries out what a run decided about search terms: keywords come first, and a term that is bought is blocked only once its
 * keyword is there, whichever unit blocks it.
 * @param campaigns Where terms were found and where they are bought, as they are now. What is no longer there is left out.
 * @param name Of the rule.
 * @returns `undefined` where nothing is left.
 */
export function planRunTerms(
  terms: readonly RunTerm[],
  campaigns: ReadonlyMap<number, CampaignState>,
  name: string,
): PlannedCreation | undefined {
  const draft = termPlanDraft(campaigns);
  for (const { text, buy } of terms) if (buy !== null) draft.buy(text, buy.target, buy.bid);
  for (const term of terms) blockBought(draft, campaigns, term);
  for (const { text, block, campaignId, adGroupId } of terms) {
    const ad_group_id = block === 'campaign' ? null : adGroupId;
    if (block !== null) draft.block(text, { campaignId, ad_group_id }, draft.boughtAt(text));
  }
  const { plans, keywords, negatives } = draft;
  if (keywords.length + negatives.length === 0) return undefined;
  const lists = { keywords, negatives, duplicates: 0 };
  return { kind: 'filter', name, campaigns: plans, primary: 0, invoice: null, warning: null, ...lists };
}

/** What is not bought after all is not blocked. */
function blockBought(
  draft: TermPlanDraft,
  campaigns: ReadonlyMap<number, CampaignState>,
  { text, buy, campaignId, adGroupId }: RunTerm,
): void {
  const source = campaigns.get(campaignId);
  const after = buy === null ? undefined : draft.boughtAt(text, buy.target);
  if (buy === null || !buy.negate || source === undefined || after === undefined) return;
  const scope = scopeOfBlock(campaignKind(source), campaignId, buy.target);
  draft.block(text, { campaignId, ad_group_id: scope === 'campaign' ? null : adGroupId }, after);
}
