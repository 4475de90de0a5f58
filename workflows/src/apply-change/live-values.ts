import type { LiveAdGroup, LiveCampaign, LiveKeyword, SearchAdsWriter, WriteScope } from '@tapwise/adapters';
import {
  type ChangedObject,
  type ChangeField,
  type LiveReading,
  microsFromDecimalString,
  objectOfKey,
  type SettingValue,
} from '@tapwise/domain';

/** What the ad service says right now of the objects of rows. */
export interface LiveValues {
  /** The setting of a row; `undefined` when there is no such object. */
  of(key: string, field: ChangeField): LiveReading;
  adGroup(id: number): LiveAdGroup | undefined;
}

/** Reads the objects of rows of one campaign, one question for each level. @throws SearchAdsError. */
export async function readLiveValues(
  writer: SearchAdsWriter,
  scope: WriteScope,
  campaignId: number,
  keys: readonly string[],
): Promise<LiveValues> {
  const objects = keys.map(objectOfKey);
  const idsOf = (level: ChangedObject['level'], id: (object: ChangedObject) => number | null): number[] => [
    ...new Set(objects.flatMap((object) => (object.level === level ? (id(object) ?? []) : []))),
  ];
  const adGroupIds = idsOf('ad_group', ({ adGroupId }) => adGroupId);
  const keywordIds = idsOf('keyword', ({ keywordId }) => keywordId);
  const [campaigns, adGroups, keywords] = await Promise.all([
    objects.some(({ level }) => level === 'campaign') ? writer.readCampaigns(scope, [campaignId]) : [],
    adGroupIds.length === 0 ? [] : writer.readAdGroups(scope, campaignId, adGroupIds),
    keywordIds.length === 0 ? [] : writer.readKeywords(scope, campaignId, keywordIds),
  ]);
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const groups = new Map(adGroups.map((each) => [each.id, each]));
  const words = new Map(keywords.map((each) => [each.id, each]));
  return {
    adGroup: (id) => groups.get(id),
    of: (key, field) => {
      const { level, adGroupId, keywordId } = objectOfKey(key);
      if (level === 'campaign') return campaign && readingOf(campaign, campaignValue(campaign, field));
      if (level === 'ad_group') {
        const group = groups.get(adGroupId ?? 0);
        return group && readingOf(group, adGroupValue(group, field));
      }
      const word = words.get(keywordId ?? 0);
      return word?.adGroupId === adGroupId ? readingOf(word, keywordValue(word, field)) : undefined;
    },
  };
}

/** The value of a setting in what the ad service answered; `undefined` for one its object does not have. */
export const campaignValue = (campaign: LiveCampaign, field: ChangeField): SettingValue | undefined =>
  field === 'status'
    ? campaign.status
    : field === 'daily_cap'
      ? microsOf(campaign.dailyBudget)
      : field === 'budget'
        ? microsOf(campaign.totalBudget)
        : undefined;

export function adGroupValue(adGroup: LiveAdGroup, field: ChangeField): SettingValue | undefined {
  if (field === 'status') return adGroup.status;
  if (field === 'search_match') return adGroup.searchMatch;
  if (field === 'cpt_bid') return microsOf(adGroup.defaultBid);
  return field === 'cpa_goal' ? microsOf(adGroup.cpaGoal) : undefined;
}

export const keywordValue = (keyword: LiveKeyword, field: ChangeField): SettingValue | undefined =>
  field === 'status' ? keyword.status : field === 'cpt_bid' ? microsOf(keyword.bid) : undefined;

const readingOf = ({ deleted }: { deleted: boolean }, value: SettingValue | undefined): LiveReading => ({
  deleted,
  value: value ?? null,
});

const microsOf = (amount: string | null): number | null => (amount === null ? null : microsFromDecimalString(amount));
