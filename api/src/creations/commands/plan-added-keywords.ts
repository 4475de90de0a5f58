import type { discoveryKeywordsBodySchema, skagKeywordsBodySchema } from '@tapwise/contract';
import {
  badKeywords,
  type CampaignState,
  checkKeywordLimit,
  checkNegativeLimit,
  DomainError,
  type KeywordEntry,
  type KeywordScope,
  type KeywordSettings,
  type PlannedKeyword,
  readAudience,
  readBid,
  readDevice,
  readGoal,
  readKeywordList,
  textKey,
} from '@tapwise/domain';
import type { z } from 'zod';
import { ownCampaign } from '../../settings-changes/own-campaign.ts';
import {
  type CreatingCall,
  copiesIn,
  existingPlan,
  type PlanContext,
  plannedKeywords,
  plannedNegatives,
  refuseBadKeywords,
} from './creation-plan.ts';

type SkagKeywordsBody = z.infer<typeof skagKeywordsBodySchema>;
type DiscoveryKeywordsBody = z.infer<typeof discoveryKeywordsBodySchema>;

const refuse = (message: string): never => {
  throw new DomainError('invalid_request', { message });
};

/** The campaign a call adds to. @throws DomainError `invalid_request`, `not_found`. */
export async function campaignOf(
  { settingsContext, target }: PlanContext,
  campaignId: number | string | null | undefined,
): Promise<CampaignState & { campaign: NonNullable<CampaignState['campaign']> }> {
  if (campaignId == null) refuse('Campaign is required');
  const { state } = await ownCampaign(settingsContext, target, Number(campaignId));
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

/** The list with what is there already; its place in the plans is given. */
export function withThere(
  entries: readonly KeywordEntry[],
  state: CampaignState,
  { campaign, matchType }: { campaign: number; matchType: 'EXACT' | 'BROAD' },
): PlannedKeyword[] {
  const keywordsByText = new Map(
    remainingKeywords(state, matchType).map((keyword) => [textKey(keyword.text), keyword]),
  );
  return plannedKeywords(entries, campaign).map((keyword) => {
    const there = keyword.copy ? undefined : keywordsByText.get(keyword.text);
    if (there === undefined) return keyword;
    const { ad_group_id, keyword_id, status } = there;
    // Broad keywords share their ad group, which is not switched for one of them.
    const inPausedGroup = matchType === 'EXACT' && state.ad_groups.get(ad_group_id)?.status === 'PAUSED';
    return { ...keyword, there: { ad_group_id, keyword_id, paused: status === 'PAUSED' || inPausedGroup } };
  });
}

/** Adding keywords to a SKAG campaign, and its search-term filter: buys first, blocks after. */
export const skagKeywordsCall: CreatingCall<SkagKeywordsBody> = {
  call: 'skag_keywords',
  waitsForEnd: true,
  plan: async (context, body) => {
    const { currency } = context.target.organization;
    const state = await campaignOf(context, body.campaign_id);
    const keywords = readKeywordList(body.keywords);
    const negatives = readKeywordList(body.negative_keywords);
    const forAdGroups = Object.entries(body.negative_keywords_for_ad_groups ?? {}).map(([id, list]) => ({
      adGroupId: Number(id),
      entries: readKeywordList(list),
    }));
    for (const { adGroupId } of forAdGroups) {
      if (state.ad_groups.get(adGroupId)?.deleted !== false) {
        throw new DomainError('not_found', { message: 'Ad group not found' });
      }
    }
    const lists = [negatives, ...forAdGroups.map(({ entries }) => entries)];
    if (keywords.length + lists.flat().length === 0) refuse('No keywords chosen');
    checkKeywordLimit(keywords, keywords.length === 0 ? 0 : remainingKeywords(state, 'EXACT').length);
    for (const list of lists) checkNegativeLimit(list);
    const daily = state.campaign.daily_budget_micros;
    const bid_micros = keywords.length === 0 ? null : readBid(body.cpt, daily, currency);
    const cpa_goal_micros = readGoal(body.cpa, currency);
    const plan = existingPlan(state.campaign, {
      bid_micros,
      cpa_goal_micros,
      device: readDevice(body.devices),
      audience: readAudience(body.audience),
    });
    refuseBadKeywords(badKeywords({ keywords, negatives, negativesForAdGroups: forAdGroups }, scopeOf(state)));
    const indexes = new Map(keywords.map(({ text, copyOf }, index) => [text, copyOf ?? index]));
    const tied = forAdGroups.flatMap(({ adGroupId, entries }) =>
      plannedNegatives(entries, { campaign: 0, ad_group_id: adGroupId }).map((negative) => {
        const after = indexes.get(negative.text);
        return after === undefined ? negative : { ...negative, after };
      }),
    );
    return {
      kind: 'keywords',
      name: state.campaign.name,
      campaigns: [plan],
      primary: 0,
      invoice: null,
      warning: null,
      keywords: withThere(keywords, state, { campaign: 0, matchType: 'EXACT' }),
      negatives: [...plannedNegatives(negatives, { campaign: 0, ad_group_id: null }), ...tied],
      duplicates: copiesIn(keywords, ...lists),
    };
  },
};

/** Adding broad keywords to a discovery campaign, and exact negatives. */
export const discoveryKeywordsCall: CreatingCall<DiscoveryKeywordsBody> = {
  call: 'discovery_keywords',
  plan: async (context, body) => {
    const { currency } = context.target.organization;
    const state = await campaignOf(context, body.campaign_id);
    const keywords = readKeywordList(body.keywords);
    const negatives = readKeywordList(body.negative_keywords);
    const bid_micros = readBid(body.cpt, state.campaign.daily_budget_micros, currency);
    if (keywords.length + negatives.length === 0) refuse('No keywords chosen');
    checkKeywordLimit(keywords, remainingKeywords(state, 'BROAD').length);
    checkNegativeLimit(negatives);
    const exact = remainingKeywords(state, 'EXACT').map(({ text, ad_group_id: adGroupId }) => ({ text, adGroupId }));
    refuseBadKeywords(badKeywords({ keywords, negatives }, { exact, campaignNegatives: [] }));
    const plan = existingPlan(state.campaign, {
      kind: 'discovery',
      match: 'BROAD',
      bid_micros,
      broad_ad_group_id: broadAdGroupOf(state),
    });
    return {
      kind: 'keywords',
      name: state.campaign.name,
      campaigns: [plan],
      primary: 0,
      invoice: null,
      warning: null,
      keywords: withThere(keywords, state, { campaign: 0, matchType: 'BROAD' }),
      negatives: plannedNegatives(negatives, { campaign: 0, ad_group_id: null }),
      duplicates: copiesIn(keywords, negatives),
    };
  },
};

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
