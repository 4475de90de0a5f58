import { DomainError } from '../../shared/domain-error.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { mostRows } from '../change/checks/check-change.ts';
import { textKey } from '../creation/planning/keyword-list.ts';
import type { TermDecisionEvent } from './term-decision.events.ts';
import { gatherTerms, type TermFigures } from './term-rows.ts';

type HiddenTerms = Extract<TermDecisionEvent, { type: 'SearchTermsHidden' }>['data']['terms'];

/** Search terms that a person does not want to see for a while. */
export interface HidingWish {
  readonly texts: readonly string[];
  /** `null`: in all ad groups. */
  readonly adGroupId: number | null;
}

/** @throws DomainError `not_found` for an ad group that the campaign does not have, `invalid_request` without a term. */
export function checkHiding({ ad_groups }: Pick<CampaignState, 'ad_groups'>, { texts, adGroupId }: HidingWish): void {
  if (adGroupId !== null && !ad_groups.has(adGroupId)) {
    throw new DomainError('not_found', { message: 'Ad group not found' });
  }
  if (texts.length === 0) throw new DomainError('invalid_request', { message: 'Nothing to change' });
}

/** @throws DomainError `too_many_rows`. */
export function requireFewTerms({ texts }: Pick<HidingWish, 'texts'>): void {
  if (texts.length > mostRows) throw new DomainError('too_many_rows');
}

/** The terms of a wish that there are, with the impressions they have now; without, where not all of these could be read. */
export function termsToHide(figures: readonly TermFigures[], { texts, adGroupId }: HidingWish): HiddenTerms {
  const wanted = new Set(texts.map(textKey));
  const inScope = figures.filter(({ ad_group_id }) => adGroupId === null || ad_group_id === adGroupId);
  return gatherTerms(inScope, 'discovery').flatMap(({ text, impressions, isPartial }) => {
    if (!wanted.has(text)) return [];
    const identity = { text, ad_group_id: adGroupId };
    return [impressions === null || isPartial ? identity : { ...identity, impressions }];
  });
}
