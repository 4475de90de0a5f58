import type { CampaignState } from '../../campaign/campaign.state.ts';
import {
  type AdGroupSettings,
  type CampaignSettings,
  type KeywordSettings,
  type NegativeSettings,
  withBid,
  withOwnBid,
} from '../../campaign/campaign-settings.ts';
import { textKey } from '../../creation/planning/keyword-list.ts';
import { termKey } from '../definition/term-targets.ts';
import type { TrailValue } from './field-trail.ts';

/**
 * A setting of an object that rules may write, by its key, with its value. Bids of keywords are their own. `keyword`: that a rule added one,
 * with its bid. `existence` of ad groups and keywords: `EXISTS`, `null` once they are deleted. `negative`: the text of an exact negative, `null` while there is none; its key is that of a search term, in the ad group 0
 * where it is of the whole campaign.
 */
export interface ObjectSetting {
  readonly key: string;
  readonly field: 'status' | 'daily_cap' | 'target_cpa' | 'cpt_bid' | 'cpa_goal' | 'keyword' | 'existence' | 'negative';
  readonly value: TrailValue;
}

export const campaignSettings = (campaign: CampaignSettings): ObjectSetting[] => {
  const key = String(campaign.campaign_id);
  return [
    { key, field: 'status', value: campaign.status },
    { key, field: 'daily_cap', value: campaign.daily_budget_micros },
    { key, field: 'target_cpa', value: campaign.target_cpa_micros ?? null },
  ];
};

const existence = (key: string, deleted: boolean): ObjectSetting => ({
  key,
  field: 'existence',
  value: deleted ? null : 'EXISTS',
});

export function adGroupSettings(campaignId: number, observed: AdGroupSettings): ObjectSetting[] {
  const adGroup = withBid(observed);
  const key = `${campaignId}:${adGroup.ad_group_id}`;
  return [
    { key, field: 'status', value: adGroup.status },
    { key, field: 'cpt_bid', value: adGroup.default_bid_micros },
    { key, field: 'cpa_goal', value: adGroup.cpa_goal_micros },
    existence(key, adGroup.deleted),
  ];
}

export function keywordSettings(campaignId: number, observed: KeywordSettings): ObjectSetting[] {
  const keyword = withOwnBid(observed);
  const key = `${campaignId}:${keyword.ad_group_id}:${keyword.keyword_id}`;
  return [
    { key, field: 'status', value: keyword.status === 'ACTIVE' ? 'ENABLED' : 'PAUSED' },
    { key, field: 'cpt_bid', value: keyword.bid_micros },
    existence(key, keyword.deleted),
  ];
}

/** None of a negative that is not exact. */
export function negativeSettings(
  campaignId: number,
  { ad_group_id, text, match_type, deleted }: NegativeSettings,
): ObjectSetting[] {
  const term = textKey(text);
  const key = termKey(campaignId, ad_group_id ?? 0, term);
  return match_type === 'EXACT' ? [{ key, field: 'negative', value: deleted ? null : term }] : [];
}

/** All of them, ad groups before their keywords. */
export function settingsOfCampaign({ campaign, ad_groups, keywords, negatives }: CampaignState): ObjectSetting[] {
  if (campaign === null) return [];
  const { campaign_id } = campaign;
  return [
    ...campaignSettings(campaign),
    ...[...ad_groups.values()].flatMap((adGroup) => adGroupSettings(campaign_id, adGroup)),
    ...[...keywords.values()].flatMap((keyword) => keywordSettings(campaign_id, keyword)),
    // Of several with one text, the one that is there counts.
    ...[...negatives.values()]
      .flatMap((negative) => negativeSettings(campaign_id, negative))
      .sort((left, right) => Number(left.value !== null) - Number(right.value !== null)),
  ];
}
