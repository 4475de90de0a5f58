import { describe, expect, it } from 'vitest';
import { campaignDecider } from './campaign.decider.ts';
import type { CampaignState } from './campaign.state.ts';
import { campaignKind, campaignsBeside, closestBeside } from './campaign-kind.ts';

interface Group {
  readonly keywords: readonly ('EXACT' | 'BROAD' | 'deleted')[];
  readonly deleted?: boolean;
  readonly searchMatch?: boolean;
}

function campaign(campaign_id: number, groups: readonly Group[], name = 'US', countries = ['US']): CampaignState {
  const modified_at = null;
  return {
    ...campaignDecider.initialState(),
    campaign: {
      campaign_id,
      adam_id: 42,
      name,
      status: 'ENABLED',
      display_status: 'RUNNING',
      deleted: false,
      countries,
      supply_sources: [],
      currency: 'USD',
      budget_micros: null,
      daily_budget_micros: null,
      modified_at,
    },
    ad_groups: new Map(
      groups.map(({ deleted = false, searchMatch: search_match = false }, index) => [
        index,
        {
          ad_group_id: index,
          name: `g${index}`,
          status: 'ENABLED',
          display_status: 'RUNNING',
          deleted,
          modified_at,
          default_bid_micros: 1,
          cpa_goal_micros: null,
          search_match,
        },
      ]),
    ),
    keywords: new Map(
      groups.flatMap(({ keywords }, ad_group_id) =>
        keywords.map((match, index) => [
          ad_group_id * 100 + index,
          {
            keyword_id: ad_group_id * 100 + index,
            ad_group_id,
            text: 'a',
            status: 'ACTIVE' as const,
            match_type: match === 'deleted' ? 'EXACT' : match,
            deleted: match === 'deleted',
            bid_micros: null,
            modified_at,
          },
        ]),
      ),
    ),
  };
}

const single: Group = { keywords: ['EXACT'] };

describe('what a campaign is for', () => {
  it.each<[what: string, groups: readonly Group[], name: string, kind: string]>([
    ['one exact keyword in each ad group', [single, single], 'US', 'skag'],
    [
      'four of five with one exact keyword',
      [single, single, single, single, { keywords: ['EXACT', 'EXACT'] }],
      'US',
      'skag',
    ],
    ['three of four with one exact keyword', [single, single, single, { keywords: ['BROAD'] }], 'US', 'regular'],
    ['others that are deleted', [single, { keywords: ['BROAD'], deleted: true }], 'US', 'skag'],
    ['a second keyword that is deleted', [{ keywords: ['EXACT', 'deleted'] }], 'US', 'skag'],
    ['broad keywords', [{ keywords: ['BROAD', 'BROAD'] }], 'US', 'regular'],
    ['no ad group', [], 'US', 'regular'],
    ['Search Match somewhere', [single, { keywords: [], searchMatch: true }], 'US', 'discovery'],
    ['Search Match in a deleted ad group', [single, { keywords: [], searchMatch: true, deleted: true }], 'US', 'skag'],
    ['its name', [single], 'US | DISCOVERY', 'discovery'],
  ])('is inferred from %s', (_what, groups, name, kind) => {
    expect(campaignKind(campaign(1, groups, name))).toBe(kind);
  });

  it('finds campaigns of a kind that share a country', () => {
    const discovery = campaign(1, [], 'Discovery', ['US', 'CA']);
    const others = [
      discovery,
      campaign(2, [single], 'US', ['US']),
      campaign(3, [single], 'DE', ['DE']),
      campaign(4, [{ keywords: ['BROAD'] }], 'CA', ['CA']),
      campaign(5, [single], 'both', ['CA', 'DE']),
    ];
    expect(campaignsBeside(discovery, others, 'skag').map((state) => state.campaign?.campaign_id)).toEqual([2, 5]);
  });
});

describe('the SKAG campaign that a discovery campaign feeds', () => {
  const discovery = campaign(1, [], 'Discovery', ['US', 'CA']);
  const closest = (...others: CampaignState[]) =>
    closestBeside(discovery, campaignsBeside(discovery, others, 'skag'))?.campaign?.campaign_id;
  const skag = (id: number, countries: string[], name = `Campaign ${id}`) => campaign(id, [single], name, countries);
  const paused = (state: CampaignState): CampaignState => ({
    ...state,
    campaign: state.campaign && { ...state.campaign, status: 'PAUSED' },
  });

  it('is the one for the same countries, whatever comes first by name', () => {
    expect(closest(skag(2, ['US'], 'A'), skag(3, ['DE'], 'B'), skag(4, ['CA', 'US'], 'Z'))).toBe(4);
    expect(closest(skag(2, ['US', 'CA', 'MX'], 'A'), skag(3, ['US', 'CA'], 'Z'))).toBe(3);
  });

  it('is else the one for most of them, then one that runs, then the first by name', () => {
    expect(closest(skag(2, ['DE', 'US'], 'A'), skag(3, ['US'], 'Z'))).toBe(3);
    expect(closest(paused(skag(2, ['US'], 'A')), skag(3, ['US'], 'Z'))).toBe(3);
    expect(closest(skag(2, ['US'], 'B'), skag(3, ['US'], 'A'))).toBe(3);
  });

  it('is none where no SKAG campaign shares a country', () => {
    expect(closest(skag(2, ['DE']), campaign(3, [{ keywords: ['BROAD'] }], 'A', ['US']))).toBeUndefined();
  });
});
