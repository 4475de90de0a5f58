import { describe, expect, it } from 'vitest';
import type { CampaignState } from '../campaign/campaign.state.ts';
import type { TermFigures } from './term-rows.ts';
import { checkHiding, requireFewTerms, termsToHide } from './terms-to-hide.ts';

const figures = (text: string, ad_group_id: number, impressions: number | null): TermFigures => ({
  ad_group_id,
  keyword_id: 0,
  text,
  impressions,
  taps: 1,
  tap_installs: 1,
  spend_micros: 1,
});
const all = [figures('sleep sounds', 1, 10), figures('sleep sounds', 2, 5), figures('rain', 1, 3)];

describe('terms that a person hides', () => {
  it('are those that there are, with the impressions they have in all ad groups, or in one', () => {
    const texts = [' Sleep  Sounds', 'thunder'];
    expect(termsToHide(all, { texts, adGroupId: null })).toEqual([
      { text: 'sleep sounds', ad_group_id: null, impressions: 15 },
    ]);
    expect(termsToHide(all, { texts, adGroupId: 2 })).toEqual([
      { text: 'sleep sounds', ad_group_id: 2, impressions: 5 },
    ]);
    expect(termsToHide(all, { texts: ['rain'], adGroupId: 2 })).toEqual([]);
  });

  it('have no impressions where these, or some of them, could not be read', () => {
    const unread = [figures('rain', 1, null), figures('sleep sounds', 1, 4), figures('sleep sounds', 2, null)];
    expect(termsToHide(unread, { texts: ['rain', 'sleep sounds'], adGroupId: null })).toEqual(
      expect.arrayContaining([
        { text: 'rain', ad_group_id: null },
        { text: 'sleep sounds', ad_group_id: null },
      ]),
    );
  });

  it('are refused without a text, in an ad group that is not there, and when there are too many', () => {
    const campaign = { ad_groups: new Map([[1, {}]]) } as unknown as CampaignState;
    expect(() => checkHiding(campaign, { texts: ['rain'], adGroupId: 3 })).toThrow('Ad group not found');
    expect(() => checkHiding(campaign, { texts: [], adGroupId: 1 })).toThrow('Nothing to change');
    expect(() => checkHiding(campaign, { texts: ['rain'], adGroupId: null })).not.toThrow();
    const texts = Array.from({ length: 5001 }, (_, index) => `term ${index}`);
    expect(() => requireFewTerms({ texts })).toThrow(expect.objectContaining({ code: 'too_many_rows' }));
    expect(() => requireFewTerms({ texts: texts.slice(1) })).not.toThrow();
  });
});
