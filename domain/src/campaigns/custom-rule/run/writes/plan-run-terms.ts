import { campaignKind } from '../../../campaign/campaign-kind.ts';
import type { PlannedCreation } from '../../../creation/planning/planned-creation.ts';
import { scopeOfBlock } from '../../definition/term-targets.ts';
import type { TrailedCampaign } from '../../trail/trailed-campaign.ts';
import { contestedTerms } from './contested-terms.ts';
import { type TermPlanDraft, termPlanDraft } from './term-plan-draft.ts';
import type { RunTerm } from './terms-of-run.ts';

/**
 * The creation that carries out what a run decided about search terms: keywords come first, and a term that is bought is blocked only once its
 * keyword is there, whichever unit blocks it.
 * A keyword that does not run and that a person switched or deleted since the run looked at it is left as it is.
 * @param campaigns Where terms were found and where they are bought, as they are now. What is no longer there is left out.
 * @param run Name of its rule, and when it looked; milliseconds.
 * @returns `undefined` where nothing is left.
 */
export function planRunTerms(
  terms: readonly RunTerm[],
  campaigns: ReadonlyMap<number, TrailedCampaign>,
  { name, asOf }: { readonly name: string; readonly asOf: number },
): PlannedCreation | undefined {
  const draft = termPlanDraft(new Map([...campaigns].map(([id, { campaign }]) => [id, campaign] as const)));
  const contested = contestedTerms(terms, campaigns, asOf);
  for (const { unit, text, buy } of terms) if (buy !== null) draft.buy(text, buy, contested.has(unit));
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
  campaigns: ReadonlyMap<number, TrailedCampaign>,
  { text, buy, campaignId, adGroupId }: RunTerm,
): void {
  const source = campaigns.get(campaignId)?.campaign;
  const after = buy === null ? undefined : draft.boughtAt(text, buy.target);
  if (buy === null || !buy.negate || source === undefined || after === undefined) return;
  const scope = scopeOfBlock(campaignKind(source), campaignId, buy.target);
  draft.block(text, { campaignId, ad_group_id: scope === 'campaign' ? null : adGroupId }, after);
}
