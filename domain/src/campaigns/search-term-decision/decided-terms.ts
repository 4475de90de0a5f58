import { type ExistingCreation, isUnderWay } from '../creation/creation.decider.ts';
import { outcomeOf } from '../creation/creation-steps.ts';
import { adGroupTermKey, type TermDecisionState } from './term-decision.decider.ts';

/** What was chosen for a term last. */
export interface TermDecision {
  readonly choice: 'plus' | 'minus';
  /** When; ISO 8601. */
  readonly at: string;
  /** Whether the creation that carries it out is still at it. */
  readonly open: boolean;
  /** Why it was not carried out: Apple's words, or ours; `null` where it was. */
  readonly refused: string | null;
}

/**
 * What was decided about the search terms of a campaign, by `adGroupTermKey`: whatever creations block there. One that belongs to a new
 * keyword is a plus. A later decision takes the place of an earlier one.
 * @param creations Oldest first.
 */
export function decidedTerms(
  creations: Iterable<ExistingCreation>,
  campaignId: number,
  { forgotten }: Pick<TermDecisionState, 'forgotten'>,
): ReadonlyMap<string, TermDecision> {
  const decided = new Map<string, TermDecision>();
  for (const creation of creations) {
    const { request, negatives, status } = creation;
    if (status === 'refused' || status === 'listing') continue;
    const { creation_id, requested_at: at } = request;
    const gone = forgotten.get(creation_id);
    const open = isUnderWay(creation);
    for (const [index, { campaign, ad_group_id, text, after }] of negatives.entries()) {
      if (creation.campaigns[campaign]?.campaign_id !== campaignId) continue;
      if (gone === null || gone?.has(text)) continue;
      const choice = after === undefined ? 'minus' : 'plus';
      const refused = open ? null : refusalOf(creation, index, after);
      decided.set(adGroupTermKey(ad_group_id, text), { choice, at, open, refused });
    }
  }
  return decided;
}

/** Why a negative is not there after the creation ended. */
function refusalOf(creation: ExistingCreation, index: number, after: number | undefined): string | null {
  const outcome = creation.negativeOutcomes.get(index);
  if (outcome?.outcome === 'added' || outcome?.outcome === 'there') return null;
  const keyword = after === undefined ? undefined : outcomeOf(creation, after);
  const refusalText = keyword?.outcome === 'refused' ? keyword.message : outcome?.message;
  return refusalText ?? creation.failure?.message ?? 'This was not carried out';
}
