import type { SettingChange } from '../evaluation/setting-trail.ts';
import { type RuleOfChange, settingTrailOf } from './setting-trail-of.ts';
import type { TrailedCampaign } from './trailed-campaign.ts';

/** Changes of the effective bids of keywords, whether rules, people or the ad service made them; by key, oldest first. */
export function bidChanges(
  campaigns: Iterable<readonly [number, TrailedCampaign]>,
  ruleOf: RuleOfChange,
): ReadonlyMap<string, readonly SettingChange[]> {
  const changes = new Map<string, readonly SettingChange[]>();
  for (const [campaignId, { campaign, trails }] of campaigns) {
    for (const { ad_group_id, keyword_id } of campaign.keywords.values()) {
      const key = `${campaignId}:${ad_group_id}:${keyword_id}`;
      const { cpt_bid } = settingTrailOf(trails, key, ruleOf);
      if (cpt_bid !== undefined) changes.set(key, cpt_bid);
    }
  }
  return changes;
}
