import { describe, expect, it } from 'vitest';
import { type Below, campaign } from '../../search-term-decision/sample-terms.fixture.ts';
import { requireExistingCampaign } from './added-keywords.ts';
import {
  byImpressions,
  type EnteredDecisions,
  planFilteredTerms,
  purchasedKeywords,
  purchaseWarning,
} from './filtered-terms.ts';

const existing = (campaignId: number, below: Below) => requireExistingCampaign(campaign(campaignId, below));

describe('the search-term filter', () => {
  const discovery = existing(6, { keywords: [{ text: 'storm' }], negatives: [{ text: 'old' }] });
  const skag = existing(5, { keywords: [{ text: 'sea' }] });
  const plan = (entered: EnteredDecisions) => planFilteredTerms({ cpt: 1, ...entered }, { discovery, skag }, 'USD');

  it('buys in one campaign and blocks in the other one after that', () => {
    expect(plan({ skag_keywords: ['rain'], negative_keywords: ['free', 'rain'] })).toMatchObject({
      kind: 'filter',
      primary: 1,
      campaigns: [{ campaign_id: 5 }, { campaign_id: 6, kind: 'discovery' }],
      keywords: [{ text: 'rain', campaign: 0 }],
      negatives: [
        { text: 'free', campaign: 1, ad_group_id: null },
        { text: 'rain', campaign: 1, ad_group_id: null, after: 0 },
      ],
    });
  });

  it('refuses a term whose negative would block a keyword of the discovery campaign', () => {
    expect(() => plan({ skag_keywords: ['storm'] })).toThrow('1 keywords and 0 negative keywords cannot be used');
  });

  it('refuses to buy in the campaign it blocks in, and nothing at all', () => {
    expect(() => planFilteredTerms({ cpt: 1, skag_keywords: 'rain' }, { discovery, skag: discovery }, 'USD')).toThrow(
      'Choose another campaign for the keywords',
    );
    expect(() => plan({})).toThrow('No keywords chosen');
  });

  it('says which other SKAG campaigns buy the same', () => {
    const keywords = [1, 2, 3, 4].map((ad_group_id) => ({
      ad_group_id,
      text: ad_group_id === 1 ? 'Rain' : `w${ad_group_id}`,
    }));
    const other = campaign(7, { keywords });
    expect(purchaseWarning(plan({ skag_keywords: 'rain' }), skag, [other, skag])).toBe('Also bought in "C7"');
    expect(purchaseWarning(plan({ skag_keywords: 'fire' }), skag, [other, skag])).toBeNull();
  });
});

describe('what is bought elsewhere', () => {
  const keywords = [1, 2, 3, 4].map((ad_group_id) => ({ ad_group_id, text: `W${ad_group_id}` }));
  const skag = campaign(7, { keywords });

  it('is the exact keywords of SKAG campaigns that share a country', () => {
    expect([...purchasedKeywords([skag], ['CA', 'US'], new Set(['w2'])).keys()]).toEqual(['w1', 'w3', 'w4']);
    expect(purchasedKeywords([skag], ['CA'], new Set()).size).toBe(0);
  });

  it('is ranked by the impressions of its keywords', () => {
    const purchased = purchasedKeywords([skag], ['US'], new Set());
    const impressions = new Map([
      [2, 5],
      [4, 9],
    ]);
    expect(byImpressions(purchased, impressions)).toEqual(['w4', 'w2', 'w1', 'w3']);
  });
});
