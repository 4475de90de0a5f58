import type {
  LiveAd,
  LiveAdGroup,
  LiveCampaign,
  LiveKeyword,
  LiveNegative,
  SearchAdsWriter,
  WriteScope,
} from '@tapwise/adapters';
import {
  type AdSettings,
  type ChangedObject,
  type ChangeField,
  type ChangeRow,
  type LiveReading,
  microsFromDecimalString,
  type NegativeSettings,
  negativeText,
  objectOfKey,
  type SettingValue,
  shownPage,
  textKey,
} from '@tapwise/domain';

/** What the ad service says right now of the objects of rows. */
export interface LiveValues {
  /** The setting of a row; `undefined` when there is no such object. */
  of(row: RowAsked): LiveReading;
  adGroup(id: number): LiveAdGroup | undefined;
  /** Ads of an ad group whose product page a row is about; no deleted ones. */
  adsOf(adGroupId: number): readonly LiveAd[];
  /** The exact negative that a row is about, by its place and text: one that was added again has another id. */
  negativeOf(row: RowAsked): LiveNegative | undefined;
}

type RowAsked = Pick<ChangeRow, 'key' | 'field' | 'base' | 'new'>;

/** Reads the objects of rows of one campaign, one question for each level. @throws SearchAdsError. */
export async function readLiveValues(
  writer: SearchAdsWriter,
  scope: WriteScope,
  campaignId: number,
  rows: readonly RowAsked[],
): Promise<LiveValues> {
  const objects = rows.flatMap(({ key, field }) => (field === 'negative' ? [] : objectOfKey(key)));
  const pageIds = rows.flatMap(({ key, field }) => (field === 'creative' ? (objectOfKey(key).adGroupId ?? []) : []));
  const idsOf = (level: ChangedObject['level'], id: (object: ChangedObject) => number | null): number[] => [
    ...new Set(objects.flatMap((object) => (object.level === level ? (id(object) ?? []) : []))),
  ];
  const adGroupIds = idsOf('ad_group', ({ adGroupId }) => adGroupId);
  const keywordIds = idsOf('keyword', ({ keywordId }) => keywordId);
  const [campaigns, adGroups, keywords, found, negatives] = await Promise.all([
    objects.some(({ level }) => level === 'campaign') ? writer.readCampaigns(scope, [campaignId]) : [],
    adGroupIds.length === 0 ? [] : writer.readAdGroups(scope, campaignId, adGroupIds),
    keywordIds.length === 0 ? [] : writer.readKeywords(scope, campaignId, keywordIds),
    pageIds.length === 0 ? [] : writer.findAdsOf(scope, campaignId, [...new Set(pageIds)]),
    rows.some(({ field }) => field === 'negative') ? writer.findNegatives(scope, campaignId) : [],
  ]);
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const groups = new Map(adGroups.map((each) => [each.id, each]));
  const words = new Map(keywords.map((each) => [each.id, each]));
  const ads = new Map<number, LiveAd[]>(pageIds.map((id) => [id, []]));
  for (const ad of found) if (!ad.deleted) ads.get(ad.adGroupId)?.push(ad);
  const exact = negatives.filter(({ matchType, deleted }) => matchType === 'EXACT' && !deleted);
  const byText = new Map(exact.map((each) => [`${each.adGroupId ?? 0} ${textKey(each.text)}`, each]));
  const negativeOf: LiveValues['negativeOf'] = (row) =>
    byText.get(`${objectOfKey(row.key).adGroupId ?? 0} ${negativeText(row)}`);
  return {
    negativeOf,
    adGroup: (id) => groups.get(id),
    adsOf: (id) => ads.get(id) ?? [],
    of: (row) => {
      const { key, field } = row;
      if (field === 'negative') {
        return { deleted: false, value: negativeOf(row) === undefined ? null : negativeText(row) };
      }
      const { level, adGroupId, keywordId } = objectOfKey(key);
      if (level === 'campaign') return campaign && readingOf(campaign, campaignValue(campaign, field));
      if (level === 'ad_group') {
        const group = groups.get(adGroupId ?? 0);
        if (field === 'creative') return group && readingOf(group, creativeShown(ads.get(group.id) ?? [], group.id));
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

/** The creative whose page an ad group shows; 0: the default page. */
export const creativeShown = (ads: readonly LiveAd[], adGroupId: number): number =>
  shownPage(ads.map(pageAd), adGroupId)?.creative_id ?? 0;

/** An ad in the words of the log. */
export const pageAd = ({ id, adGroupId, creativeId, creativeType, status, deleted, name }: LiveAd): AdSettings => ({
  ...{ ad_id: id, ad_group_id: adGroupId, name, deleted, status },
  ...{ creative_id: creativeId, creative_type: creativeType, product_page_name: name },
});

/** A negative in the words of the log. */
export const negativeSettings = ({ id, adGroupId, text, matchType, status }: LiveNegative): NegativeSettings => ({
  ...{ negative_id: id, ad_group_id: adGroupId, text, match_type: matchType, deleted: false },
  status: status === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
});

export const keywordValue = (keyword: LiveKeyword, field: ChangeField): SettingValue | undefined =>
  field === 'status' ? keyword.status : field === 'cpt_bid' ? microsOf(keyword.bid) : undefined;

const readingOf = ({ deleted }: { deleted: boolean }, value: SettingValue | undefined): LiveReading => ({
  deleted,
  value: value ?? null,
});

const microsOf = (amount: string | null): number | null => (amount === null ? null : microsFromDecimalString(amount));
