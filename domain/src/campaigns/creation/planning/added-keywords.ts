import { DomainError } from '../../../shared/domain-error.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { KeywordSettings } from '../../campaign/campaign-settings.ts';
import type { CampaignPlan, PlannedKeyword } from '../creation-plan.ts';
import {
  checkKeywordLimit,
  checkNegativeLimit,
  type EnteredAmount,
  readAddedBid,
  readAudience,
  readDevice,
  readGoal,
  refuse,
} from './checks.ts';
import {
  badKeywords,
  type EnteredList,
  type KeywordEntry,
  type KeywordScope,
  readKeywordList,
  textKey,
} from './keyword-list.ts';
import {
  copiesIn,
  existingPlan,
  negativesAfterKeywords,
  type PlannedCreation,
  plannedKeywords,
  plannedNegatives,
  refuseBadKeywords,
} from './planned-creation.ts';

/** A campaign that exists. */
export type ExistingCampaign = CampaignState & { readonly campaign: NonNullable<CampaignState['campaign']> };

/** What every call says of keywords that are added to a SKAG campaign, as it was entered. */
export interface EnteredTargeting {
  readonly cpt?: EnteredAmount;
  readonly cpa?: EnteredAmount;
  readonly devices?: string | null | undefined;
  readonly audience?: string | null | undefined;
}

interface EnteredSkagKeywords extends EnteredTargeting {
  readonly keywords?: EnteredList;
  readonly negative_keywords?: EnteredList;
  /** By the id of an ad group. */
  readonly negative_keywords_for_ad_groups?: Readonly<Record<string, EnteredList>> | null | undefined;
}

interface EnteredDiscoveryKeywords {
  readonly cpt?: EnteredAmount;
  readonly keywords?: EnteredList;
  readonly negative_keywords?: EnteredList;
}

/** @throws DomainError `not_found` for a campaign that was never seen, `invalid_request` for one that is deleted. */
export function requireExistingCampaign(state: CampaignState): ExistingCampaign {
  const { campaign } = state;
  if (campaign === null) throw new DomainError('not_found', { message: 'Campaign not found' });
  if (campaign.deleted) refuse('This campaign is deleted');
  return { ...state, campaign };
}

/** Keywords that exist, paused or not, with their ad groups. */
export const remainingKeywords = ({ keywords, ad_groups }: CampaignState, matchType: string): KeywordSettings[] =>
  [...keywords.values()].filter(
    ({ deleted, match_type, ad_group_id }) =>
      !deleted && match_type === matchType && ad_groups.get(ad_group_id)?.deleted !== true,
  );

/** What keywords and negatives of a request are compared with. */
export function scopeOf(state: CampaignState): KeywordScope {
  const exact = remainingKeywords(state, 'EXACT').map(({ text, ad_group_id: adGroupId }) => ({ text, adGroupId }));
  const negatives = [...state.negatives.values()].filter(
    ({ deleted, ad_group_id, match_type }) => !deleted && ad_group_id === null && match_type === 'EXACT',
  );
  return { exact, campaignNegatives: negatives.map(({ text }) => text) };
}

/** A list as it is planned, with the keywords that exist already. */
export function withExisting(
  entries: readonly KeywordEntry[],
  state: CampaignState,
  { campaign, matchType }: { campaign: number; matchType: 'EXACT' | 'BROAD' },
): PlannedKeyword[] {
  const keywordsByText = new Map(
    remainingKeywords(state, matchType).map((keyword) => [textKey(keyword.text), keyword]),
  );
  return plannedKeywords(entries, campaign).map((keyword) => {
    const existing = keyword.copy ? undefined : keywordsByText.get(keyword.text);
    if (existing === undefined) return keyword;
    const { ad_group_id, keyword_id, status } = existing;
    // Broad keywords share their ad group, which is not switched for one of them.
    const inPausedGroup = matchType === 'EXACT' && state.ad_groups.get(ad_group_id)?.status === 'PAUSED';
    return { ...keyword, there: { ad_group_id, keyword_id, paused: status === 'PAUSED' || inPausedGroup } };
  });
}

/** Checks keywords that are added to a SKAG campaign. @returns the campaign's plan. @throws DomainError `invalid_request`. */
export function planTargeting(
  entered: EnteredTargeting,
  { campaign }: ExistingCampaign,
  keywords: readonly KeywordEntry[],
  currency: string,
): CampaignPlan {
  const bid_micros = keywords.length === 0 ? null : readAddedBid(entered.cpt, campaign, currency);
  const cpa_goal_micros = readGoal(entered.cpa, currency);
  const device = readDevice(entered.devices);
  return existingPlan(campaign, { bid_micros, cpa_goal_micros, device, audience: readAudience(entered.audience) });
}

/** @throws DomainError `invalid_request` when a SKAG campaign cannot have so many more keywords. */
export const checkAddedKeywords = (keywords: readonly KeywordEntry[], state: CampaignState): void =>
  checkKeywordLimit(keywords, keywords.length === 0 ? 0 : remainingKeywords(state, 'EXACT').length);

/**
 * Adds keywords to a SKAG campaign, and its search-term filter's decisions: buys first, blocks after.
 * @throws DomainError `invalid_request`, `bad_keywords`, `not_found` for an ad group that does not exist.
 */
export function planSkagKeywords(
  entered: EnteredSkagKeywords,
  state: ExistingCampaign,
  currency: string,
): PlannedCreation {
  const keywords = readKeywordList(entered.keywords);
  const negatives = readKeywordList(entered.negative_keywords);
  const forAdGroups = Object.entries(entered.negative_keywords_for_ad_groups ?? {}).map(([id, list]) => ({
    adGroupId: Number(id),
    entries: readKeywordList(list),
  }));
  if (forAdGroups.some(({ adGroupId }) => state.ad_groups.get(adGroupId)?.deleted !== false)) {
    throw new DomainError('not_found', { message: 'Ad group not found' });
  }
  const lists = [negatives, ...forAdGroups.map(({ entries }) => entries)];
  if (keywords.length + lists.flat().length === 0) refuse('No keywords chosen');
  checkAddedKeywords(keywords, state);
  for (const list of lists) checkNegativeLimit(list);
  const plan = planTargeting(entered, state, keywords, currency);
  refuseBadKeywords(badKeywords({ keywords, negatives, negativesForAdGroups: forAdGroups }, scopeOf(state)));
  const tied = forAdGroups.flatMap(({ adGroupId, entries }) =>
    negativesAfterKeywords(entries, keywords, { campaign: 0, ad_group_id: adGroupId }),
  );
  return {
    kind: 'keywords',
    name: state.campaign.name,
    campaigns: [plan],
    primary: 0,
    invoice: null,
    warning: null,
    keywords: withExisting(keywords, state, { campaign: 0, matchType: 'EXACT' }),
    negatives: [...plannedNegatives(negatives, { campaign: 0, ad_group_id: null }), ...tied],
    duplicates: copiesIn(keywords, ...lists),
  };
}

/**
 * Adds broad keywords to a discovery campaign, and exact negatives.
 * @throws DomainError `invalid_request`, `bad_keywords`.
 */
export function planDiscoveryKeywords(
  entered: EnteredDiscoveryKeywords,
  state: ExistingCampaign,
  currency: string,
): PlannedCreation {
  const keywords = readKeywordList(entered.keywords);
  const negatives = readKeywordList(entered.negative_keywords);
  const bid_micros = readAddedBid(entered.cpt, state.campaign, currency);
  if (keywords.length + negatives.length === 0) refuse('No keywords chosen');
  checkKeywordLimit(keywords, remainingKeywords(state, 'BROAD').length);
  checkNegativeLimit(negatives);
  const { exact } = scopeOf(state);
  refuseBadKeywords(badKeywords({ keywords, negatives }, { exact, campaignNegatives: [] }));
  const broad_ad_group_id = broadAdGroupOf(state);
  return {
    kind: 'keywords',
    name: state.campaign.name,
    campaigns: [existingPlan(state.campaign, { kind: 'discovery', match: 'BROAD', bid_micros, broad_ad_group_id })],
    primary: 0,
    invoice: null,
    warning: null,
    keywords: withExisting(keywords, state, { campaign: 0, matchType: 'BROAD' }),
    negatives: plannedNegatives(negatives, { campaign: 0, ad_group_id: null }),
    duplicates: copiesIn(keywords, negatives),
  };
}

/** The ad group that holds the broad keywords: the one we made, else the existing one with most of them and Search Match off. */
function broadAdGroupOf(state: CampaignState): number | null {
  const recorded = state.broad_ad_group_id;
  if (recorded !== null && state.ad_groups.get(recorded)?.deleted === false) return recorded;
  const counts = new Map<number, number>();
  for (const { ad_group_id } of remainingKeywords(state, 'BROAD')) {
    if (state.ad_groups.get(ad_group_id)?.search_match === false) {
      counts.set(ad_group_id, (counts.get(ad_group_id) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most?.[0] ?? null;
}
