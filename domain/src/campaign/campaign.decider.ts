import { chunksOf } from '../shared/chunks.ts';
import type { Decider } from '../shared/decider.ts';
import { sameValue } from '../shared/same-value.ts';
import type {
  AdGroupSettings,
  AdSettings,
  CampaignEvent,
  CampaignSettings,
  KeywordSettings,
} from './campaign.events.ts';

/** What we have seen of a campaign; each kind by id. */
export interface CampaignState {
  campaign: CampaignSettings | null;
  ad_groups: ReadonlyMap<number, AdGroupSettings>;
  keywords: ReadonlyMap<number, KeywordSettings>;
  ads: ReadonlyMap<number, AdSettings>;
}

/** Whose campaign was looked at, and when (ISO 8601). */
export interface ObservationScope {
  org_id: number;
  campaign_id: number;
  observed_at: string;
}

/** Objects in one event at most, so that it stays far below the largest the log takes. */
export const observedPerEvent = 500;

/** Fold of `campaign-<campaignId>`. */
export const campaignDecider: Decider<CampaignState, CampaignEvent> = {
  initialState: () => ({ campaign: null, ad_groups: new Map(), keywords: new Map(), ads: new Map() }),
  evolve(state, event) {
    switch (event.type) {
      case 'CampaignObserved':
        return { ...state, campaign: event.data.campaign };
      case 'AdGroupsObserved':
        return { ...state, ad_groups: withNewest(state.ad_groups, event.data.ad_groups, adGroupId) };
      case 'KeywordsObserved':
        return { ...state, keywords: withNewest(state.keywords, event.data.keywords, keywordId) };
      case 'AdsObserved':
        return { ...state, ads: withNewest(state.ads, event.data.ads, adId) };
      default:
        return state;
    }
  },
};

/** The event to append when the campaign is new or its settings changed; countries and sources have no order. */
export function diffCampaign(
  state: CampaignState,
  scope: ObservationScope,
  observed: CampaignSettings,
): CampaignEvent[] {
  const known = state.campaign;
  if (known !== null && sameValue(inOrder(known), inOrder(observed))) return [];
  return [{ type: 'CampaignObserved', data: { ...scope, campaign: observed } }];
}

/** Events with the ad groups that are new or changed. One that was not observed is left as it is. */
export function diffAdGroups(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly AdGroupSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.ad_groups, observed, adGroupId);
  return changed.map((ad_groups) => ({ type: 'AdGroupsObserved', data: { ...scope, ad_groups } }));
}

/** Events with the keywords that are new or changed. One that was not observed is left as it is. */
export function diffKeywords(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly KeywordSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.keywords, observed, keywordId);
  return changed.map((keywords) => ({ type: 'KeywordsObserved', data: { ...scope, keywords } }));
}

/** Events with the ads that are new or changed. One that was not observed is left as it is. */
export function diffAds(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly AdSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.ads, observed, adId);
  return changed.map((ads) => ({ type: 'AdsObserved', data: { ...scope, ads } }));
}

/** Names as they are given to an attributed install; `null` where the object was never seen or the install has none. */
export function campaignNames(
  state: CampaignState,
  ids: { ad_group_id: number; keyword_id: number | null; ad_id: number | null },
): {
  campaign_name: string | null;
  ad_group_name: string | null;
  keyword_name: string | null;
  custom_product_page: string | null;
} {
  return {
    campaign_name: state.campaign?.name ?? null,
    ad_group_name: state.ad_groups.get(ids.ad_group_id)?.name ?? null,
    keyword_name: state.keywords.get(ids.keyword_id ?? Number.NaN)?.text ?? null,
    custom_product_page: state.ads.get(ids.ad_id ?? Number.NaN)?.product_page_name ?? null,
  };
}

const adGroupId = (adGroup: AdGroupSettings): number => adGroup.ad_group_id;
const keywordId = (keyword: KeywordSettings): number => keyword.keyword_id;
const adId = (ad: AdSettings): number => ad.ad_id;

function withNewest<Item>(
  known: ReadonlyMap<number, Item>,
  newest: readonly Item[],
  idOf: (item: Item) => number,
): ReadonlyMap<number, Item> {
  const items = new Map(known);
  for (const item of newest) items.set(idOf(item), item);
  return items;
}

function changedOf<Item>(
  known: ReadonlyMap<number, Item>,
  observed: readonly Item[],
  idOf: (item: Item) => number,
): Item[][] {
  // The last of several observations of one object counts, as it would in the fold.
  const latest = new Map(observed.map((item) => [idOf(item), item]));
  const changed = [...latest].filter(([id, item]) => !sameValue(known.get(id), item)).map(([, item]) => item);
  return chunksOf(changed, observedPerEvent);
}

function inOrder(campaign: CampaignSettings): CampaignSettings {
  const { countries, supply_sources } = campaign;
  return { ...campaign, countries: [...countries].sort(), supply_sources: [...supply_sources].sort() };
}
