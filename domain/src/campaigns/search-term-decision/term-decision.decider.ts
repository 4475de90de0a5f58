import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import type { TermDecisionEvent } from './term-decision.events.ts';

type Data<Type extends TermDecisionEvent['type']> = Extract<TermDecisionEvent, { type: Type }>['data'];

/** A term that is not to be shown for a while. */
export interface HiddenTerm {
  /** What it had when it was hidden; `null`: not known. */
  readonly impressions: number | null;
  /** ISO 8601. */
  readonly at: string;
}

/** What is known of the search terms of a campaign beside what creations carry out. */
export interface TermDecisionState {
  /** By `adGroupTermKey`. */
  readonly hidden: ReadonlyMap<string, HiddenTerm>;
  /** By creation that was taken back, the text keys; `null`: all of it. */
  readonly forgotten: ReadonlyMap<string, ReadonlySet<string> | null>;
}

/** Decisions and rows are about a term in one ad group, or in the campaign (`null`). */
export const adGroupTermKey = (adGroupId: number | null, text: string): string => `${adGroupId ?? 0} ${text}`;

/** Fold of `termDecisions-<campaignId>`. */
export const termDecisionDecider: Decider<TermDecisionState, TermDecisionEvent> = {
  initialState: () => ({ hidden: new Map(), forgotten: new Map() }),
  evolve(state, event) {
    switch (event.type) {
      case 'SearchTermsHidden': {
        const hidden = new Map(state.hidden);
        for (const { ad_group_id, text, impressions } of event.data.terms) {
          // A term without impressions is never shown: 0 was written where they could not be read.
          const before = impressions === undefined || impressions === 0 ? null : impressions;
          hidden.set(adGroupTermKey(ad_group_id, text), { impressions: before, at: event.data.hidden_at });
        }
        return { ...state, hidden };
      }
      case 'TermDecisionsForgotten': {
        const { change_id, texts } = event.data;
        const forgottenTexts = state.forgotten.get(change_id);
        const all = texts === null || forgottenTexts === null ? null : new Set([...(forgottenTexts ?? []), ...texts]);
        return { ...state, forgotten: new Map(state.forgotten).set(change_id, all) };
      }
      default:
        return state;
    }
  },
};

const termsPerEvent = 1000;

/** Records that terms are not to be shown for a while. */
export function hideTerms({ terms, ...common }: Data<'SearchTermsHidden'>): TermDecisionEvent[] {
  return chunksOf(terms, termsPerEvent).map((part) => ({
    type: 'SearchTermsHidden',
    data: { ...common, terms: part },
  }));
}

/** Records that decisions of a creation count no more, once. */
export function forgetDecisions(
  { forgotten }: TermDecisionState,
  data: Data<'TermDecisionsForgotten'>,
): TermDecisionEvent[] {
  const forgottenTexts = forgotten.get(data.change_id);
  if (
    forgottenTexts === null ||
    (forgottenTexts !== undefined && data.texts?.every((text) => forgottenTexts.has(text)))
  )
    return [];
  return [{ type: 'TermDecisionsForgotten', data }];
}
