import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { AdSettings, NegativeSettings } from '../../campaign/campaign-settings.ts';
import { displayedPage, isPageAd } from '../../campaign/displayed-page.ts';
import type { ChangedObject, ChangeField, SettingValue } from '../change-row.ts';

/**
 * The settings of an object after one of them was set, in the form events carry them.
 * @param now What the row is about as it was read: ads of an ad group whose page was changed, or a negative; without it, it is derived
 * from what was known.
 * @throws RangeError for an object that was never seen, or a setting it does not have.
 */
export function objectAfter(
  state: CampaignState,
  object: ChangedObject,
  field: ChangeField,
  set: SettingValue,
  now: { readonly ads?: readonly AdSettings[] | undefined; readonly negative?: NegativeSettings | undefined } = {},
): object {
  const { level, adGroupId, keywordId } = object;
  if (field === 'creative') return { ads: adsAfter(state, adGroupId ?? 0, set, now.ads ?? []) };
  if (field === 'negative') {
    return { negative: now.negative ?? { ...seen(state.negatives.get(keywordId ?? 0)), deleted: set === null } };
  }
  if (level === 'campaign') return { campaign: { ...seen(state.campaign), ...campaignFields(field, set) } };
  if (level === 'ad_group') {
    return { ad_group: { ...seen(state.ad_groups.get(adGroupId ?? 0)), ...adGroupFields(field, set) } };
  }
  return { keyword: { ...seen(state.keywords.get(keywordId ?? 0)), ...keywordFields(field, set) } };
}

/** What the log has of the objects of a campaign. */
export type ObservedObjects = Pick<CampaignState, 'campaign' | 'ad_groups' | 'keywords' | 'ads'>;

/** The value of a setting as the log has it; `undefined` for an object that was never seen, or a setting it does not have. */
export function settingOf(state: ObservedObjects, object: ChangedObject, field: ChangeField): SettingValue | undefined {
  const { level, adGroupId, keywordId } = object;
  if (level === 'campaign') {
    const campaign = state.campaign;
    if (campaign === null) return undefined;
    if (field === 'status') return campaign.deleted ? 'DELETED' : campaign.status;
    if (field === 'budget') return campaign.budget_micros;
    if (field === 'target_cpa') return campaign.target_cpa_micros ?? null;
    return field === 'daily_cap' ? campaign.daily_budget_micros : undefined;
  }
  if (level === 'ad_group') {
    const adGroup = state.ad_groups.get(adGroupId ?? 0);
    if (adGroup === undefined) return undefined;
    if (field === 'status') return adGroup.deleted ? 'DELETED' : adGroup.status;
    if (field === 'search_match') return adGroup.search_match;
    if (field === 'creative') return displayedPage(state.ads.values(), adGroupId ?? 0)?.creative_id ?? 0;
    return field === 'cpt_bid'
      ? adGroup.default_bid_micros
      : field === 'cpa_goal'
        ? adGroup.cpa_goal_micros
        : undefined;
  }
  const keyword = state.keywords.get(keywordId ?? 0);
  if (keyword === undefined || keyword.ad_group_id !== adGroupId) return undefined;
  if (field === 'status') return keyword.deleted ? 'DELETED' : keyword.status === 'ACTIVE' ? 'ENABLED' : 'PAUSED';
  return field === 'cpt_bid' ? keyword.bid_micros : undefined;
}

/** Ads with pages of an ad group: the newest one with the creative is switched on, the others are not. */
function adsAfter(
  state: CampaignState,
  adGroupId: number,
  set: SettingValue,
  currentAds: readonly AdSettings[],
): AdSettings[] {
  if (currentAds.length > 0) {
    // The ad service does not say which page it is; what was found out before is kept.
    return currentAds.map((ad) => ({
      ...ad,
      product_page_name: state.ads.get(ad.ad_id)?.product_page_name ?? ad.product_page_name,
    }));
  }
  seen(state.ad_groups.get(adGroupId));
  const ads = [...state.ads.values()].filter((ad) => ad.ad_group_id === adGroupId && isPageAd(ad));
  const displayedAdId = Math.max(0, ...ads.flatMap(({ creative_id, ad_id }) => (creative_id === set ? [ad_id] : [])));
  return ads.map((ad) => ({ ...ad, status: ad.ad_id === displayedAdId ? 'ENABLED' : 'PAUSED' }));
}

function seen<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new RangeError('This object was never seen');
  return value;
}

/** How an object is shown until the ad service says how it serves. */
const displayStatuses: ReadonlyMap<SettingValue, string> = new Map([
  ['ENABLED', 'RUNNING'],
  ['PAUSED', 'PAUSED'],
  ['DELETED', 'DELETED'],
]);

function switchFields(set: SettingValue): object {
  if (set === 'DELETED') return { deleted: true, display_status: 'DELETED' };
  return { status: set, display_status: displayStatuses.get(set) ?? 'PAUSED' };
}

function campaignFields(field: ChangeField, set: SettingValue): object {
  if (field === 'status') return switchFields(set);
  if (field === 'budget') return { budget_micros: set };
  if (field === 'daily_cap') return { daily_budget_micros: set };
  if (field === 'target_cpa') return { target_cpa_micros: set };
  throw new RangeError(`A campaign has no ${field}`);
}

function adGroupFields(field: ChangeField, set: SettingValue): object {
  if (field === 'status') return switchFields(set);
  if (field === 'cpt_bid') return { default_bid_micros: set };
  if (field === 'cpa_goal') return { cpa_goal_micros: set };
  if (field === 'search_match') return { search_match: set };
  throw new RangeError(`An ad group has no ${field}`);
}

function keywordFields(field: ChangeField, set: SettingValue): object {
  if (field === 'cpt_bid') return { bid_micros: set };
  if (field !== 'status') throw new RangeError(`A keyword has no ${field}`);
  return set === 'DELETED' ? { deleted: true } : { status: set === 'ENABLED' ? 'ACTIVE' : 'PAUSED' };
}
