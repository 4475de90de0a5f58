import type { CampaignState } from './campaign.state.ts';
import type { AdGroupSettings, KeywordSettings } from './campaign-settings.ts';

type AdGroups = ReadonlyMap<number, AdGroupSettings>;

/**
 * What an observed bid of a keyword is where the service shows a bid that is inherited from the ad group like one of the keyword's own:
 * inherited if the keyword followed before and the bid is the ad group's; `unclear` when both have moved, because keywords and ad groups are
 * not read at one instant.
 * @param adGroups As they were observed with the keyword.
 */
export function bidOrigin(
  state: Pick<CampaignState, 'keywords' | 'ad_groups'>,
  { keyword_id, ad_group_id, bid_micros }: KeywordSettings,
  adGroups: AdGroups,
): 'inherited' | 'own' | 'unclear' {
  const stored = state.keywords.get(keyword_id);
  if (bid_micros === null || stored === undefined || stored.bid_micros !== null) return 'own';
  const before = state.ad_groups.get(ad_group_id)?.default_bid_micros;
  const observed = adGroups.get(ad_group_id)?.default_bid_micros;
  if (bid_micros === observed || bid_micros === before) return 'inherited';
  return observed === before ? 'own' : 'unclear';
}

/** A keyword that follows its ad group, without the bid that it is shown with. */
export function keepFollowing(
  state: Pick<CampaignState, 'keywords' | 'ad_groups'>,
  keyword: KeywordSettings,
  adGroups: AdGroups,
): KeywordSettings {
  return bidOrigin(state, keyword, adGroups) === 'inherited' ? { ...keyword, bid_micros: null } : keyword;
}
