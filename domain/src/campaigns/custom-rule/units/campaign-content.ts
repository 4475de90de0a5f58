import type { CampaignState } from '../../campaign/campaign.state.ts';
import { buysSearches, type CampaignSettings, withBid, withOwnBid } from '../../campaign/campaign-settings.ts';

export interface LiveKeyword {
  readonly id: number;
  readonly text: string;
  readonly matchType: 'EXACT' | 'BROAD' | null;
  readonly status: 'ENABLED' | 'PAUSED';
  /** Micros; `null` while it follows its ad group. */
  readonly ownBid: number | null;
}

export interface LiveAdGroup {
  readonly id: number;
  readonly name: string;
  readonly status: 'ENABLED' | 'PAUSED';
  /** Micros. */
  readonly bid: number | null;
  readonly cpaGoal: number | null;
  readonly keywords: readonly LiveKeyword[];
}

/** What exists of a search campaign. */
export interface CampaignContent {
  readonly campaign: CampaignSettings;
  readonly adGroups: readonly LiveAdGroup[];
}

/** @returns `undefined` for a campaign that was never seen, is deleted, or buys no searches. */
export function contentOf({ campaign, ad_groups, keywords }: CampaignState): CampaignContent | undefined {
  if (campaign === null || campaign.deleted || !buysSearches(campaign)) return undefined;
  const keywordsOf = new Map<number, LiveKeyword[]>();
  for (const keyword of keywords.values()) {
    if (keyword.deleted) continue;
    const siblings = keywordsOf.get(keyword.ad_group_id) ?? [];
    keywordsOf.set(keyword.ad_group_id, siblings);
    const { keyword_id: id, text, match_type, status } = keyword;
    siblings.push({
      id,
      text,
      matchType: match_type === 'EXACT' || match_type === 'BROAD' ? match_type : null,
      status: status === 'ACTIVE' ? 'ENABLED' : 'PAUSED',
      ownBid: withOwnBid(keyword).bid_micros,
    });
  }
  const adGroups = [...ad_groups.values()]
    .filter(({ deleted }) => !deleted)
    .map((adGroup): LiveAdGroup => {
      const { ad_group_id: id, name, status, cpa_goal_micros: cpaGoal } = adGroup;
      return {
        id,
        name,
        status,
        bid: withBid(adGroup).default_bid_micros,
        cpaGoal,
        keywords: keywordsOf.get(id) ?? [],
      };
    });
  return { campaign, adGroups };
}
