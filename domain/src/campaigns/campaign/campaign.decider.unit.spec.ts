import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  campaignDecider,
  campaignNames,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  diffNegatives,
} from './campaign.decider.ts';
import type { CampaignEvent } from './campaign.events.ts';
import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
} from './campaign-settings.ts';

const scope = { org_id: 9, campaign_id: 700, observed_at: '2026-01-01T00:00:00.000Z' };
const campaign: CampaignSettings = {
  campaign_id: 700,
  adam_id: 42,
  name: 'US Brand',
  status: 'ENABLED',
  display_status: 'RUNNING',
  deleted: false,
  countries: ['US', 'CA'],
  supply_sources: ['APPSTORE_SEARCH_RESULTS'],
  currency: 'USD',
  budget_micros: null,
  daily_budget_micros: 220_000_000,
  modified_at: null,
};
const adGroup: AdGroupSettings = {
  ad_group_id: 710,
  name: 'Exact',
  status: 'ENABLED',
  display_status: 'RUNNING',
  deleted: false,
  default_bid_micros: 1_500_000,
  cpa_goal_micros: null,
  search_match: false,
  modified_at: null,
};
const keyword = (keyword_id: number, overrides: Partial<KeywordSettings> = {}): KeywordSettings => ({
  keyword_id,
  ad_group_id: 710,
  text: `word ${keyword_id}`,
  match_type: 'EXACT',
  status: 'ACTIVE',
  deleted: false,
  bid_micros: 1_000_000,
  modified_at: null,
  ...overrides,
});
const ad: AdSettings = { ad_id: 730, ad_group_id: 710, name: 'Rain', deleted: false, product_page_name: 'Rain page' };

const observed: CampaignEvent = { type: 'CampaignObserved', data: { ...scope, campaign } };
const adGroupSeen: CampaignEvent = { type: 'AdGroupsObserved', data: { ...scope, ad_groups: [adGroup] } };
const keywordsSeen = (...keywords: KeywordSettings[]): CampaignEvent => ({
  type: 'KeywordsObserved',
  data: { ...scope, keywords },
});
const adSeen: CampaignEvent = { type: 'AdsObserved', data: { ...scope, ads: [ad] } };
const negative = (negative_id: number, overrides: Partial<NegativeSettings> = {}): NegativeSettings => ({
  negative_id,
  ad_group_id: null,
  text: `no ${negative_id}`,
  match_type: 'EXACT',
  status: 'ACTIVE',
  deleted: false,
  ...overrides,
});
const negativesSeen = (...negatives: NegativeSettings[]): CampaignEvent => ({
  type: 'NegativesObserved',
  data: { ...scope, negatives },
});

describe('what the ad service shows', () => {
  it('is recorded when it is new', () => {
    const seen = given(campaignDecider);
    seen.when((state) => diffCampaign(state, scope, campaign)).thenEvents(observed);
    seen.when((state) => diffAdGroups(state, scope, [adGroup])).thenEvents(adGroupSeen);
    seen.when((state) => diffKeywords(state, scope, [keyword(1)])).thenEvents(keywordsSeen(keyword(1)));
    seen.when((state) => diffAds(state, scope, [ad])).thenEvents(adSeen);
  });

  it('is not recorded again while nothing changed', () => {
    const seen = given(campaignDecider, observed, adGroupSeen, keywordsSeen(keyword(1)), adSeen);
    seen.when((state) => diffCampaign(state, scope, { ...campaign, countries: ['CA', 'US'] })).thenNothing();
    seen.when((state) => diffAdGroups(state, scope, [adGroup])).thenNothing();
    seen.when((state) => diffKeywords(state, scope, [keyword(1)])).thenNothing();
    seen.when((state) => diffAds(state, scope, [ad])).thenNothing();
    seen.when((state) => diffKeywords(state, scope, [])).thenNothing();
  });

  it('is recorded with only what changed', () => {
    const ofCampaign = negative(1);
    const ofAdGroup = negative(2, { ad_group_id: 710 });
    given(campaignDecider, negativesSeen(ofCampaign, ofAdGroup))
      .when((state) => diffNegatives(state, scope, [ofCampaign, { ...ofAdGroup, deleted: true }]))
      .thenEvents(negativesSeen({ ...ofAdGroup, deleted: true }));
    const changed = keyword(2, { bid_micros: 1_750_000 });
    given(campaignDecider, keywordsSeen(keyword(1), keyword(2), keyword(3)))
      .when((state) => diffKeywords(state, scope, [keyword(1), changed, keyword(3)]))
      .thenEvents(keywordsSeen(changed));
    const paused: CampaignSettings = { ...campaign, status: 'PAUSED', display_status: 'PAUSED' };
    given(campaignDecider, observed)
      .when((state) => diffCampaign(state, scope, paused))
      .thenEvents({ type: 'CampaignObserved', data: { ...scope, campaign: paused } });
  });

  it('counts as last seen when a page lists an object twice', () => {
    given(campaignDecider, keywordsSeen(keyword(1)))
      .when((state) => diffKeywords(state, scope, [keyword(1, { deleted: true }), keyword(1)]))
      .thenNothing();
  });

  it('is cut into events of at most 500 objects that together say all of it', () => {
    const keywords = Array.from({ length: 1201 }, (_, index) => keyword(index));
    const events = diffKeywords(campaignDecider.initialState(), scope, keywords);
    expect(events.map((event) => (event.type === 'KeywordsObserved' ? event.data.keywords.length : -1))).toEqual([
      500, 500, 201,
    ]);
    expect([
      ...given(campaignDecider, ...events)
        .state()
        .keywords.values(),
    ]).toEqual(keywords);
  });
});

describe('names', () => {
  const state = given(campaignDecider, observed, adGroupSeen, keywordsSeen(keyword(1)), adSeen).state();

  it('are those of the objects an install came from', () => {
    expect(campaignNames(state, { ad_group_id: 710, keyword_id: 1, ad_id: 730 })).toEqual({
      campaign_name: 'US Brand',
      ad_group_name: 'Exact',
      keyword_name: 'word 1',
      custom_product_page: 'Rain page',
    });
  });

  it('are null for what was never seen, and for what the install has not', () => {
    const none = { campaign_name: null, ad_group_name: null, keyword_name: null, custom_product_page: null };
    const ids = { ad_group_id: 1, keyword_id: null, ad_id: null };
    expect(campaignNames(campaignDecider.initialState(), ids)).toEqual(none);
    expect(campaignNames(state, ids)).toEqual({ ...none, campaign_name: 'US Brand' });
  });
});

describe('bids that the ad service sets', () => {
  const stateAfter = (events: readonly CampaignEvent[]) =>
    campaignDecider.evolveMany(campaignDecider.initialState(), events);
  const set = { ...adGroup, default_bid_micros: null };
  const older = [
    observed,
    { type: 'AdGroupsObserved', data: { ...scope, ad_groups: [{ ...adGroup, default_bid_micros: 0 }] } },
    keywordsSeen(keyword(720, { bid_micros: 0 })),
  ] as CampaignEvent[];

  it('are none, also where older observations have its 0: nothing is appended for them', () => {
    const state = stateAfter(older);
    expect(state.ad_groups.get(710)?.default_bid_micros).toBeNull();
    expect(state.keywords.get(720)?.bid_micros).toBeNull();
    expect(diffAdGroups(state, scope, [set])).toEqual([]);
    expect(diffKeywords(state, scope, [keyword(720, { bid_micros: null })])).toEqual([]);
    expect(diffKeywords(state, scope, [keyword(720)])).toHaveLength(1);
  });

  it('aim at a target CPA, which is observed when it moves and when it is gone', () => {
    const automatic = { ...campaign, bidding_strategy: 'MAX_CONVERSIONS', target_cpa_micros: 3_000_000 };
    const state = stateAfter([{ type: 'CampaignObserved', data: { ...scope, campaign: automatic } }]);
    expect(diffCampaign(state, scope, automatic)).toEqual([]);
    expect(diffCampaign(state, scope, { ...automatic, target_cpa_micros: 4_000_000 })).toHaveLength(1);
    const { target_cpa_micros: _, ...without } = automatic;
    expect(diffCampaign(state, scope, without)).toMatchObject([{ data: { campaign: without } }]);
  });
});
