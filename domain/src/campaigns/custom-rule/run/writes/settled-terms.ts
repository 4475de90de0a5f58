import { type ExistingCreation, isUnderWay } from '../../../creation/creation.decider.ts';
import type { KeywordOutcome, NegativeOutcome } from '../../../creation/creation-plan.ts';
import type { TargetIds } from '../../definition/term-targets.ts';
import type { SettledUnit } from '../custom-run.events.ts';
import type { RunTerm } from './terms-of-run.ts';

type SettledAction = SettledUnit['actions'][number];
type End = Pick<SettledAction, 'outcome' | 'message'>;

const keywordEnds: Readonly<Record<KeywordOutcome['outcome'], End['outcome']>> = {
  created: 'changed',
  enabled: 'changed',
  there: 'unchanged',
  refused: 'refused',
};
const negativeEnds: Readonly<Record<NegativeOutcome['outcome'], End['outcome']>> = {
  added: 'changed',
  there: 'unchanged',
  refused: 'refused',
  dropped: 'skipped',
};

const leftOut: End = { outcome: 'refused', message: 'Its campaign or ad group is gone, or a keyword would be blocked' };

/**
 * How the creation of a run ended for each of its search terms, an end for each keyword and negative.
 * @param creation `undefined`: nothing was left to be made.
 * @param contested Units whose keyword a person switched or deleted since the run looked at it.
 */
export function settledRunTerms(
  terms: readonly RunTerm[],
  creation: ExistingCreation | undefined,
  contested: ReadonlySet<string>,
): SettledUnit[] {
  if (creation !== undefined && isUnderWay(creation)) return [];
  const notBought = (key: string): End => (contested.has(key) ? { outcome: 'conflict', message: null } : leftOut);
  return terms.flatMap((term): SettledUnit[] => {
    const { unit: key, buy, block } = term;
    const bought = buy === null ? [] : [keywordEnd(creation, term.text, buy.target) ?? notBought(key)];
    // What is not bought is not blocked either, which says nothing more.
    const isBought = bought.some(({ outcome }) => outcome === 'changed' || outcome === 'unchanged');
    const ends = [...bought, ...(buy?.negate === true && isBought ? [negativeEnd(creation, term, undefined)] : [])];
    const parts = ends.map((end): SettledUnit => ({ key, actions: [{ do: 'add_keyword', ...end }] }));
    const blockEnd = block === null ? [] : [negativeEnd(creation, term, block === 'campaign' ? null : term.adGroupId)];
    return [...parts, ...blockEnd.map((end): SettledUnit => ({ key, actions: [{ do: 'negative', ...end }] }))];
  });
}

/** @returns `undefined` where it was not planned. */
function keywordEnd(creation: ExistingCreation | undefined, text: string, target: TargetIds): End | undefined {
  const position = creation?.keywords.findIndex((keyword) => {
    const plan = creation.request.campaigns[keyword.campaign];
    const isTarget = plan?.campaign_id === target.campaign_id && plan.exact_ad_group_id === target.ad_group_id;
    return isTarget && keyword.text === text;
  });
  if (creation === undefined || position === undefined || position === -1) return undefined;
  const end = creation.outcomes.get(position);
  if (end === undefined) return withoutOutcome(creation, creation.started.has(position));
  return { outcome: keywordEnds[end.outcome], message: end.outcome === 'refused' ? end.message : null };
}

/** @param adGroupId `null`: of the whole campaign; `undefined`: wherever it was planned. */
function negativeEnd(
  creation: ExistingCreation | undefined,
  { text, campaignId, adGroupId: foundIn }: RunTerm,
  adGroupId: number | null | undefined,
): End {
  const index = creation?.negatives.findIndex((negative) => {
    const isHere = creation.request.campaigns[negative.campaign]?.campaign_id === campaignId;
    const isAt =
      adGroupId === undefined ? [null, foundIn].includes(negative.ad_group_id) : negative.ad_group_id === adGroupId;
    return isHere && isAt && negative.text === text;
  });
  if (creation === undefined || index === undefined || index === -1) return leftOut;
  const end = creation.negativeOutcomes.get(index);
  if (end === undefined) return withoutOutcome(creation, creation.negativesStarted.has(index));
  const otherwise = end.outcome === 'dropped' ? 'Its keyword was not created' : null;
  const isDone = end.outcome === 'added' || end.outcome === 'there';
  return { outcome: negativeEnds[end.outcome], message: isDone ? null : (end.message ?? otherwise) };
}

const withoutOutcome = ({ failure }: ExistingCreation, isStarted: boolean): End => ({
  outcome: isStarted ? 'unknown' : 'skipped',
  message: failure?.message ?? 'This was not carried out',
});
