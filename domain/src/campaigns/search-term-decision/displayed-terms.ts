import { dayMs } from '../../shared/calendar/days.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { looseKey } from '../creation/planning/keyword-list.ts';
import type { TermDecision } from './decided-terms.ts';
import { adGroupTermKey, type TermDecisionState } from './term-decision.decider.ts';
import { gatherTerms, type TermFigures, type TermRow, type TermView } from './term-rows.ts';

/** Fewer impressions are never shown. */
export const leastImpressions = 10;
/** A hidden term comes back after this long, or when its impressions have doubled. */
const hiddenMs = 90 * dayMs;

/** What is shown, and why. */
export interface DisplayedTerm extends TermRow {
  readonly adGroupName: string | null;
  readonly keyword: string | null;
  /** An existing exact keyword buys it already. */
  readonly isBought: boolean;
  /** 1 none, 3 minus. */
  readonly choice: 1 | 3;
  readonly note: string | null;
}

export interface TermQuestion {
  readonly view: TermView;
  readonly figures: Iterable<TermFigures>;
  /** Whose terms they are. */
  readonly campaign: CampaignState;
  /** Of a discovery campaign: campaigns whose exact keywords make a term known. */
  readonly skagCampaigns: readonly CampaignState[];
  /** By place. */
  readonly decided: ReadonlyMap<string, TermDecision>;
  readonly hidden: TermDecisionState['hidden'];
  readonly minImpressions: number;
  /** Milliseconds. */
  readonly now: number;
}

/** The search terms that are to be decided: known ones first, then by impressions, then by text. */
export function displayedTerms(question: TermQuestion): DisplayedTerm[] {
  const { view, campaign, minImpressions } = question;
  if (campaign.campaign === null || campaign.campaign.deleted) return [];
  const blocked = blockedKeys(campaign);
  const ownKeywords = view === 'skag' ? exactKeywords([campaign]) : [];
  const ownOf = new Set(ownKeywords.map(({ adGroupId, key }) => `${adGroupId} ${key}`));
  const open = [...question.figures].filter(({ ad_group_id, text }) => {
    const key = looseKey(text);
    if (campaign.ad_groups.get(ad_group_id)?.deleted === true || ownOf.has(`${ad_group_id} ${key}`)) return false;
    return !blocked.has(`null ${key}`) && !blocked.has(`${ad_group_id} ${key}`);
  });
  const bought = boughtBy(view === 'skag' ? ownKeywords : exactKeywords(question.skagCampaigns));
  const least = Math.max(leastImpressions, minImpressions);
  const decide = decisionReader(question, open);
  const terms = gatherTerms(open, view).flatMap((row): DisplayedTerm[] => {
    // Impressions that could not be read are not few.
    const decision = !row.isPartial && (row.impressions ?? least) < least ? 'decided' : decide(row);
    return decision === 'decided' ? [] : [displayedRow(row, campaign, bought, decision.note)];
  });
  return terms.sort(
    (left, right) =>
      Number(right.isBought) - Number(left.isBought) ||
      (right.impressions ?? -1) - (left.impressions ?? -1) ||
      (left.text < right.text ? -1 : left.text > right.text ? 1 : left.adGroupId - right.adGroupId),
  );
}

function displayedRow(
  row: TermRow,
  { ad_groups, keywords }: CampaignState,
  bought: ReadonlyMap<string, string>,
  decisionNote: string | undefined,
): DisplayedTerm {
  // Its own ad group does not count: a row of that was left out before.
  const adGroup = bought.get(looseKey(row.text));
  const notes = [decisionNote, adGroup === undefined ? undefined : `Already bought in "${adGroup}"`];
  const note = notes.filter((text) => text !== undefined).join('. ');
  return {
    ...row,
    adGroupName: ad_groups.get(row.adGroupId)?.name ?? null,
    keyword: row.keywordId === null ? null : (keywords.get(row.keywordId)?.text ?? null),
    isBought: adGroup !== undefined,
    choice: adGroup === undefined ? 1 : 3,
    note: note === '' ? null : note,
  };
}

interface ExactKeyword {
  readonly adGroupId: number;
  readonly adGroupName: string;
  readonly key: string;
}

/** Existing exact keywords, paused ones too; nothing below a deleted parent. */
function exactKeywords(campaigns: readonly CampaignState[]): ExactKeyword[] {
  return campaigns.flatMap(({ campaign, ad_groups, keywords }) => {
    if (campaign === null || campaign.deleted) return [];
    return [...keywords.values()].flatMap(({ ad_group_id, deleted, match_type, text }): ExactKeyword[] => {
      const adGroup = ad_groups.get(ad_group_id);
      if (deleted || match_type !== 'EXACT' || adGroup === undefined || adGroup.deleted) return [];
      return [{ adGroupId: ad_group_id, adGroupName: adGroup.name, key: looseKey(text) }];
    });
  });
}

/** Name of the ad group that buys a term, by loose key. */
function boughtBy(keywords: readonly ExactKeyword[]): ReadonlyMap<string, string> {
  return new Map([...keywords].reverse().map(({ key, adGroupName }) => [key, adGroupName]));
}

/** Existing exact negatives, as ad group (`null`: the campaign) and loose key. */
function blockedKeys({ negatives }: CampaignState): ReadonlySet<string> {
  const activeNegatives = [...negatives.values()].filter(
    ({ deleted, status, match_type }) => !deleted && status === 'ACTIVE' && match_type === 'EXACT',
  );
  return new Set(activeNegatives.map(({ ad_group_id, text }) => `${ad_group_id} ${looseKey(text)}`));
}

/** Says of a row whether it was decided, and else what there is to say about it. */
function decisionReader(
  { view, campaign, decided, hidden: hiddenTerms, now }: TermQuestion,
  open: readonly TermFigures[],
) {
  const removed = new Set(
    [...campaign.negatives.values()]
      .filter(({ deleted }) => deleted)
      .map(({ ad_group_id, text }) => `${ad_group_id} ${looseKey(text)}`),
  );
  const totals = new Map(gatherTerms(open, 'discovery').map(({ text, impressions }) => [text, impressions]));
  const isHidden = (termKey: string, impressions: number | null): boolean => {
    const hidden = hiddenTerms.get(termKey);
    if (hidden === undefined || now - Date.parse(hidden.at) >= hiddenMs) return false;
    // What is not known has not doubled.
    return impressions === null || hidden.impressions === null || impressions < 2 * hidden.impressions;
  };
  return ({ text, adGroupId, impressions }: TermRow): 'decided' | { note: string | undefined } => {
    const scopes = view === 'skag' ? [adGroupId, null] : [null];
    if (isHidden(adGroupTermKey(null, text), totals.get(text) ?? impressions)) return 'decided';
    if (view === 'skag' && isHidden(adGroupTermKey(adGroupId, text), impressions)) return 'decided';
    const [latest] = scopes
      .flatMap((scope) => decided.get(adGroupTermKey(scope, text)) ?? [])
      .sort((left, right) => (left.at < right.at ? 1 : -1));
    if (latest === undefined) return { note: undefined };
    if (latest.open) return 'decided';
    if (latest.refused !== null) return { note: latest.refused };
    const gone = scopes.some((scope) => removed.has(`${scope} ${looseKey(text)}`));
    return { note: gone ? 'Negative was removed' : undefined };
  };
}
