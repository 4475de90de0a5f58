import type { CampaignState } from '../../campaign/campaign.state.ts';
import { keywordFault, looseKey } from '../../creation/planning/keyword-list.ts';
import {
  type DisplayedTerm,
  displayedTerms,
  leastImpressions,
  type TermQuestion,
} from '../../search-term-decision/displayed-terms.ts';
import { ruleFigureNames } from '../run/rule-figure-names.ts';
import type { TermVerdict } from '../run/term-verdict.ts';

/** What a filter is evaluated on in one campaign. */
export interface FilterQuestion extends Omit<TermQuestion, 'minImpressions'> {
  /** Terms that were to be decided at the run before, by place. */
  readonly seen: ReadonlySet<string>;
}

/** The verdict on a term; its id is given when it is recorded. */
export type FilteredTerm = Omit<TermVerdict, 'decision_id'>;

/** Negatives that one run adds, and terms that it leaves to people, at most. */
const negatedPerRun = 200;
const listedPerRun = 2000;
/** Remote negatives that the ad service takes in one place. */
const mostNegatives = 5000;

/**
 * What a filter does about the search terms of its campaigns: terms that an exact keyword buys elsewhere are blocked where they strayed,
 * new ones are left to people. Guardrail G8 is in what is shown: terms with fewer than ten impressions are not looked at.
 * @param questions One for each campaign, in the order in which they are looked at.
 */
export function filterTerms(questions: readonly FilterQuestion[], least: number): FilteredTerm[] {
  let negated = 0;
  let listed = 0;
  return questions.flatMap((question) => {
    const refusalOf = refusalsOf(question);
    return displayedTerms({ ...question, minImpressions: least }).flatMap((term): FilteredTerm[] => {
      // Whether a term has enough impressions is not known: nothing is done on that basis.
      if (term.isPartial && (term.impressions ?? 0) < Math.max(leastImpressions, least)) return [];
      const verdictBase = filteredTerm(question, term);
      if (!term.isBought) {
        listed += 1;
        if (listed > listedPerRun) return [];
        return [{ ...verdictBase, verdict: 'to_decide', begins: !question.seen.has(scopedTermKey(verdictBase)) }];
      }
      const refused = refusalOf(term) ?? (negated >= negatedPerRun ? restText : null);
      if (refused !== null) return [{ ...verdictBase, verdict: 'skipped', message: refused }];
      negated += 1;
      return [{ ...verdictBase, verdict: 'negated', message: term.note, begins: true }];
    });
  });
}

const restText = `A run adds at most ${negatedPerRun} negative keywords; this one follows at the next run`;
const leftText = 'Its negative keyword was removed before, so the term is left alone';
const fullText = 'This campaign has 5,000 negative keywords';

/** Names a term by where it is: the ad group in a SKAG campaign, else the campaign. */
export const scopedTermKey = ({ scope, term }: Pick<TermVerdict, 'scope' | 'term'>): string => `${scope} ${term}`;

function filteredTerm({ view, campaign: { campaign } }: FilterQuestion, term: DisplayedTerm): FilteredTerm {
  const { text, adGroupId, adGroupName, keywordId } = term;
  const id = campaign?.campaign_id ?? 0;
  return {
    key: `${id}:${adGroupId}:${keywordId ?? 0}`,
    term: text,
    scope: view === 'skag' ? `${id}:${adGroupId}` : `${id}`,
    campaign_name: campaign?.name ?? '',
    place_name: (view === 'skag' ? adGroupName : campaign?.name) ?? '',
    verdict: 'skipped',
    inputs: inputsOf(term),
    begins: false,
    message: null,
  };
}

function inputsOf({
  impressions,
  isPartial,
  taps,
  installs,
  spendMicros: spend,
}: DisplayedTerm): FilteredTerm['inputs'] {
  const unknown = { impressions: isPartial, taps: taps === null, installs: installs === null, spend: spend === null };
  const partial = ruleFigureNames.filter((name) => unknown[name]);
  const sums = { impressions: impressions ?? 0, taps: taps ?? 0, installs: installs ?? 0, spend: spend ?? 0 };
  return partial.length === 0 ? sums : { ...sums, partial };
}

/** Says why a term must not be blocked where it strayed; `null` where it may. Counts what it allows. */
function refusalsOf({ view, campaign }: FilterQuestion): (term: DisplayedTerm) => string | null {
  const removed = new Set<string>();
  const activeCounts = new Map<number, number>();
  for (const { ad_group_id, deleted, match_type, text } of campaign.negatives.values()) {
    if (deleted && match_type === 'EXACT') removed.add(`${ad_group_id ?? 0} ${looseKey(text)}`);
    if (!deleted) activeCounts.set(ad_group_id ?? 0, (activeCounts.get(ad_group_id ?? 0) ?? 0) + 1);
  }
  const bought = exactKeywordsIn(campaign);
  return ({ text, adGroupId }) => {
    const scopeId = view === 'skag' ? adGroupId : 0;
    const key = looseKey(text);
    const fault = keywordFault(text);
    if (fault !== undefined) return fault.message;
    if (removed.has(`${scopeId} ${key}`)) return leftText;
    const boughtKeyword = bought.get(view === 'skag' ? `${adGroupId} ${key}` : key);
    if (boughtKeyword !== undefined) return `Would block the keyword "${boughtKeyword}"`;
    if ((activeCounts.get(scopeId) ?? 0) >= mostNegatives) return fullText;
    activeCounts.set(scopeId, (activeCounts.get(scopeId) ?? 0) + 1);
    return null;
  };
}

/** Texts of existing exact keywords by loose key, and by ad group and loose key. */
function exactKeywordsIn({ keywords, ad_groups }: CampaignState): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { ad_group_id, deleted, match_type, text } of keywords.values()) {
    if (deleted || match_type !== 'EXACT' || ad_groups.get(ad_group_id)?.deleted !== false) continue;
    texts.set(looseKey(text), text).set(`${ad_group_id} ${looseKey(text)}`, text);
  }
  return texts;
}
