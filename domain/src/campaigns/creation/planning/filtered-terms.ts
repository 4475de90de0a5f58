import type { CampaignState } from '../../campaign/campaign.state.ts';
import { campaignKind, campaignsBeside } from '../../campaign/campaign-kind.ts';
import {
  checkAddedKeywords,
  type EnteredTargeting,
  type ExistingCampaign,
  planTargeting,
  remainingKeywords,
  scopeOf,
  withExisting,
} from './added-keywords.ts';
import { checkNegativeLimit, mostNegatives, refuse } from './checks.ts';
import {
  badKeywords,
  type EnteredList,
  type KeywordEntry,
  type KeywordLists,
  looseKey,
  readKeywordList,
  textKey,
} from './keyword-list.ts';
import {
  copiesIn,
  existingPlan,
  negativesAfterKeywords,
  type PlannedCreation,
  plannedNegatives,
  refuseBadKeywords,
} from './planned-creation.ts';

/** Decisions about search terms of a discovery campaign, as they were entered. */
export interface EnteredDecisions extends EnteredTargeting {
  /** Terms that get keywords in the SKAG campaign. */
  readonly skag_keywords?: EnteredList;
  readonly negative_keywords?: EnteredList;
}

/**
 * The search-term filter of a discovery campaign: terms get keywords in a SKAG campaign, and are blocked here once those exist.
 * @throws DomainError `invalid_request`, `bad_keywords`.
 */
export function planFilteredTerms(
  entered: EnteredDecisions,
  { discovery, skag }: { readonly discovery: ExistingCampaign; readonly skag: ExistingCampaign },
  currency: string,
): PlannedCreation {
  const keywords = readKeywordList(entered.skag_keywords);
  const negatives = readKeywordList(entered.negative_keywords);
  if (keywords.length + negatives.length === 0) refuse('No keywords chosen');
  // What is bought there would be blocked there.
  if (keywords.length > 0 && skag.campaign.campaign_id === discovery.campaign.campaign_id) {
    refuse('Choose another campaign for the keywords');
  }
  checkAddedKeywords(keywords, skag);
  checkNegativeLimit(negatives);
  const plan = planTargeting(entered, skag, keywords, currency);
  refuseBadTerms({ keywords, negatives }, discovery, skag);
  refuseFull(discovery, [...negatives, ...keywords]);
  const chosen = new Set(keywords.map(({ text }) => text));
  const minus = negatives.filter(({ text }) => !chosen.has(text));
  const scope = { campaign: 1, ad_group_id: null };
  return {
    kind: 'filter',
    name: discovery.campaign.name,
    primary: 1,
    invoice: null,
    campaigns: [plan, existingPlan(discovery.campaign, { kind: 'discovery' })],
    keywords: withExisting(keywords, skag, { campaign: 0, matchType: 'EXACT' }),
    negatives: [...plannedNegatives(minus, scope), ...negativesAfterKeywords(keywords, keywords, scope)],
    duplicates: copiesIn(keywords, negatives),
    warning: null,
  };
}

/** A term that is bought becomes a negative of the discovery campaign, so that it must not block a keyword there either. */
function refuseBadTerms({ keywords, negatives }: KeywordLists, discovery: CampaignState, skag: CampaignState): void {
  const inSkag = badKeywords({ keywords, negatives: [] }, scopeOf(skag));
  const scope = { exact: scopeOf(discovery).exact, campaignNegatives: [] };
  const blocks = badKeywords({ keywords: [], negatives: keywords }, scope);
  const followUps = blocks.flatMap((block) =>
    block.code === 'would_block' ? [{ ...block, list: 'keywords' as const }] : [],
  );
  refuseBadKeywords([...inSkag, ...followUps, ...badKeywords({ keywords: [], negatives }, scope)]);
}

/** @throws DomainError `invalid_request` when the campaign cannot have so many more negatives. */
function refuseFull({ negatives }: CampaignState, added: readonly KeywordEntry[]): void {
  const campaignNegatives = [...negatives.values()].filter(
    ({ deleted, ad_group_id }) => !deleted && ad_group_id === null,
  );
  const existingKeys = new Set(campaignNegatives.map(({ text }) => looseKey(text)));
  const fresh = new Set(added.map(({ text }) => text).filter((text) => !existingKeys.has(looseKey(text))));
  if (campaignNegatives.length + fresh.size > mostNegatives) refuse('This campaign has 5,000 negative keywords');
}

/** Says what a plan buys that is bought in other SKAG campaigns with a shared country as well; that is allowed. */
export function purchaseWarning(
  { keywords }: Pick<PlannedCreation, 'keywords'>,
  skag: CampaignState,
  states: Iterable<CampaignState>,
): string | null {
  const wanted = new Set(keywords.map(({ text }) => looseKey(text)));
  const names = campaignsBeside(skag, states, 'skag').flatMap((other) =>
    remainingKeywords(other, 'EXACT').some(({ text }) => wanted.has(looseKey(text)))
      ? [other.campaign?.name ?? '']
      : [],
  );
  return names.length === 0 ? null : `Also bought in ${names.map((name) => `"${name}"`).join(', ')}`;
}

/** Keywords by their text. */
export type PurchasedKeywords = ReadonlyMap<
  string,
  readonly { readonly campaignId: number; readonly keywordId: number }[]
>;

/** Existing exact keywords of SKAG campaigns that share one of the countries. */
export function purchasedKeywords(
  states: Iterable<CampaignState>,
  countries: readonly string[],
  without: ReadonlySet<string>,
): PurchasedKeywords {
  const purchased = new Map<string, { readonly campaignId: number; readonly keywordId: number }[]>();
  for (const state of states) {
    const { campaign, ad_groups, keywords } = state;
    if (campaign === null || campaign.deleted || campaignKind(state) !== 'skag') continue;
    if (!campaign.countries.some((country) => countries.includes(country))) continue;
    for (const { text, match_type, deleted, ad_group_id, keyword_id: keywordId } of keywords.values()) {
      if (match_type !== 'EXACT' || deleted || ad_groups.get(ad_group_id)?.deleted !== false) continue;
      const key = textKey(text);
      if (without.has(key)) continue;
      purchased.set(key, [...(purchased.get(key) ?? []), { campaignId: campaign.campaign_id, keywordId }]);
    }
  }
  return purchased;
}

/** Texts whose keywords have most impressions first. @param impressions By the id of a keyword. */
export function byImpressions(purchased: PurchasedKeywords, impressions: ReadonlyMap<number, number>): string[] {
  const sums = [...purchased].map(([text, keywords]) => ({
    text,
    sum: keywords.reduce((sum, { keywordId }) => sum + (impressions.get(keywordId) ?? 0), 0),
  }));
  return sums.sort((left, right) => right.sum - left.sum).map(({ text }) => text);
}
