import { describe, expect, it } from 'vitest';
import type { AdGroupSettings, KeywordSettings } from './campaign-settings.ts';
import { bidOrigin, keepFollowing } from './keep-following.ts';

const keyword = (bid_micros: number | null): KeywordSettings => ({
  keyword_id: 9,
  ad_group_id: 8,
  text: 'calm',
  match_type: 'EXACT',
  status: 'ACTIVE',
  deleted: false,
  bid_micros,
  modified_at: null,
});
const groups = (default_bid_micros: number | null) =>
  new Map<number, AdGroupSettings>([
    [
      8,
      {
        ad_group_id: 8,
        name: 'G',
        status: 'ENABLED',
        display_status: 'RUNNING',
        deleted: false,
        default_bid_micros,
        cpa_goal_micros: null,
        search_match: false,
        modified_at: null,
      },
    ],
  ]);
const stateOf = (stored: number | null | undefined, groupBid: number) => ({
  keywords: new Map(stored === undefined ? [] : [[9, keyword(stored)]]),
  ad_groups: groups(groupBid),
});

describe('a bid that may be inherited', () => {
  it.each([
    ['inherited', 'it followed, and shows the bid of the ad group', null, 900_000, 900_000, 900_000],
    ['inherited', 'it followed, and the ad group moved', null, 900_000, 1_200_000, 1_200_000],
    ['inherited', 'it was read before the ad group moved', null, 900_000, 1_200_000, 900_000],
    ['own', 'it followed, and shows another bid', null, 900_000, 900_000, 700_000],
    ['own', 'it had the same bid of its own', 900_000, 900_000, 900_000, 900_000],
    ['own', 'it is new', undefined, 900_000, 900_000, 900_000],
    ['unclear', 'both moved', null, 900_000, 1_200_000, 1_500_000],
  ] as const)('is %s when %s', (origin, _why, stored, before, now, bid) => {
    expect(bidOrigin(stateOf(stored, before), keyword(bid), groups(now))).toBe(origin);
  });

  it('is no bid of the keyword', () => {
    expect(keepFollowing(stateOf(null, 900_000), keyword(900_000), groups(900_000)).bid_micros).toBeNull();
    expect(keepFollowing(stateOf(null, 900_000), keyword(700_000), groups(900_000)).bid_micros).toBe(700_000);
  });
});
