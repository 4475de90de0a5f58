import { describe, expect, it } from 'vitest';
import { type Below, campaign } from '../../search-term-decision/sample-terms.fixture.ts';
import { planDiscoveryKeywords, planSkagKeywords, requireExistingCampaign } from './added-keywords.ts';

const existing = (campaignId: number, below: Below) => requireExistingCampaign(campaign(campaignId, below));

describe('keywords that are added to a SKAG campaign', () => {
  const state = existing(5, {
    keywords: [
      { text: 'rain', status: 'PAUSED' },
      { text: 'sea', ad_group_id: 2 },
    ],
    deletedGroups: [4],
  });

  it('name those that exist, and block in ad groups only after what is bought', () => {
    const plan = planSkagKeywords(
      { cpt: 1, keywords: ['rain', 'wind'], negative_keywords_for_ad_groups: { 2: ['wind', 'free'] } },
      state,
      'USD',
    );
    expect(plan.keywords).toEqual([
      { text: 'rain', campaign: 0, there: { ad_group_id: 1, keyword_id: 1, paused: true } },
      { text: 'wind', campaign: 0 },
    ]);
    expect(plan.negatives).toEqual([
      { text: 'wind', campaign: 0, ad_group_id: 2, after: 1 },
      { text: 'free', campaign: 0, ad_group_id: 2 },
    ]);
  });

  it('need a bid only where something is bought', () => {
    expect(planSkagKeywords({ negative_keywords: 'free' }, state, 'USD').campaigns[0]?.bid_micros).toBeNull();
    expect(() => planSkagKeywords({ keywords: 'wind' }, state, 'USD')).toThrow();
  });

  it.each([
    ['nothing', {}, 'No keywords chosen'],
    ['a deleted ad group', { negative_keywords_for_ad_groups: { 4: ['free'] } }, 'Ad group not found'],
    ['an ad group of no one', { negative_keywords_for_ad_groups: { 77: ['free'] } }, 'Ad group not found'],
    ['a negative that blocks an existing keyword', { negative_keywords: 'sea' }, 'cannot be used'],
  ])('are refused with %s', (_, entered, message) => {
    expect(() => planSkagKeywords(entered, state, 'USD')).toThrow(message);
  });

  it('are refused in a campaign that is deleted or was never seen', () => {
    const { campaign: settings } = state;
    expect(() => requireExistingCampaign({ ...state, campaign: { ...settings, deleted: true } })).toThrow('is deleted');
    expect(() => requireExistingCampaign({ ...state, campaign: null })).toThrow('Campaign not found');
  });
});

describe('broad keywords of a discovery campaign', () => {
  it('go to the ad group we made, else to that with most broad keywords and without Search Match', () => {
    const state = existing(6, {
      keywords: [
        { text: 'rain', match_type: 'BROAD', ad_group_id: 2 },
        { text: 'sea', match_type: 'BROAD', ad_group_id: 3 },
        { text: 'wind', match_type: 'BROAD', ad_group_id: 3 },
      ],
    });
    const adGroupOf = (broad_ad_group_id: number | null) =>
      planDiscoveryKeywords({ cpt: 1, keywords: 'fire' }, { ...state, broad_ad_group_id }, 'USD').campaigns[0]
        ?.broad_ad_group_id;
    expect(adGroupOf(null)).toBe(3);
    expect(adGroupOf(2)).toBe(2);
    expect(adGroupOf(77)).toBe(3);
  });
});
