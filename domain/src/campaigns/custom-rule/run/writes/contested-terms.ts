import type { TrailedCampaign } from '../../trail/trailed-campaign.ts';
import { exactKeywordKeys, type KeywordKeys, keywordChanges } from '../../units/keyword-changes.ts';
import type { RunTerm } from './terms-of-run.ts';

/**
 * Units whose keyword a person switched on or off, or deleted, at the target after the run looked at it.
 * @param campaigns As they are now.
 * @param asOf When the run looked; milliseconds.
 */
export function contestedTerms(
  terms: readonly RunTerm[],
  campaigns: ReadonlyMap<number, TrailedCampaign>,
  asOf: number,
): ReadonlySet<string> {
  const keys = new Map<number, KeywordKeys>();
  const isContested = ({ text, buy }: RunTerm): boolean => {
    const target = buy === null ? undefined : campaigns.get(buy.target.campaign_id);
    if (buy === null || target === undefined) return false;
    const ofTarget = keys.get(buy.target.campaign_id) ?? exactKeywordKeys(target.campaign);
    keys.set(buy.target.campaign_id, ofTarget);
    // What a pull saw only later, the run did not know, whenever it was.
    return keywordChanges(target.trails, ofTarget.get(text) ?? [], text).some(
      ({ at, observedAt, actor }) => actor.kind === 'person' && (observedAt ?? at) > asOf,
    );
  };
  return new Set(terms.filter(isContested).map(({ unit }) => unit));
}
