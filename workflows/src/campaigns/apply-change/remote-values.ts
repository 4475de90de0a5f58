import {
  type RemoteAd,
  type RemoteAdGroup,
  type RemoteCampaign,
  type RemoteKeyword,
  type RemoteNegative,
  SearchAdsError,
  type SearchAdsWriter,
  type WriteScope,
} from '@tapwise/adapters';
import {
  type AdSettings,
  type ChangeField,
  type ChangeRow,
  displayedPage,
  microsFromDecimalString,
  type NegativeSettings,
  negativeText,
  objectOfKey,
  type RemoteReading,
  type SettingValue,
  textKey,
} from '@tapwise/domain';

/** What the ad service says right now of the objects of rows. */
export interface RemoteValues {
  /** The setting of a row; `undefined` when there is no such object. */
  of(row: RequestedRow): RemoteReading;
  adGroup(id: number): RemoteAdGroup | undefined;
  /** Ads of an ad group whose product page a row is about; no deleted ones. */
  adsOf(adGroupId: number): readonly RemoteAd[];
  /** The exact negative that a row is about, by its place and text: one that was added again has another id. */
  negativeOf(row: RequestedRow): RemoteNegative | undefined;
}

type RequestedRow = Pick<ChangeRow, 'key' | 'field' | 'base' | 'new'>;

/** Reads the objects of rows of one campaign and what they hang below, one question for each level. @throws SearchAdsError. */
export async function readRemoteValues(
  writer: SearchAdsWriter,
  scope: WriteScope,
  campaignId: number,
  rows: readonly RequestedRow[],
): Promise<RemoteValues> {
  const { hasCampaignRows, adGroupIds, keywordIds, pagedAdGroupIds, parentIds } = subjectsOf(rows);
  const reading = hasCampaignRows ? writer.readCampaigns(scope, [campaignId]) : Promise.resolve([]);
  const gone = hasCampaignRows
    ? reading.then((fetchedCampaigns) => fetchedCampaigns.some(({ id, deleted }) => id === campaignId && deleted))
    : writer.deletedCampaigns(scope, [campaignId]).then((ids) => ids.has(campaignId));
  /** The service may not know anything below a campaign that is deleted. */
  const below = <Item>(pending: Promise<Iterable<Item>>): Promise<Item[]> =>
    pending.then(
      (items) => [...items],
      async (error: unknown) => {
        if (error instanceof SearchAdsError && error.status === 404 && (await gone)) return [];
        throw error;
      },
    );
  // A keyword may be shown with the bid of its ad group: then that has to be known too.
  const { showsInheritedBids } = writer.limits;
  const hasParents = parentIds.length > 0;
  const [campaigns, campaignGone, adGroups, keywords, ads, negatives, goneIds, parents] = await Promise.all([
    reading,
    gone,
    adGroupIds.length === 0 ? [] : below(writer.readAdGroups(scope, campaignId, adGroupIds)),
    keywordIds.length === 0 ? [] : below(writer.readKeywords(scope, campaignId, keywordIds)),
    pagedAdGroupIds.length === 0 ? [] : below(writer.findAdsOf(scope, campaignId, pagedAdGroupIds)),
    rows.some(({ field }) => field === 'negative') ? below(writer.findNegatives(scope, campaignId)) : [],
    hasParents && !showsInheritedBids ? below(writer.deletedAdGroups(scope, campaignId, parentIds)) : [],
    hasParents && showsInheritedBids ? below(writer.readAdGroups(scope, campaignId, parentIds)) : [],
  ]);
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const groups = [...adGroups, ...parents];
  const deletedGroups = new Set([...goneIds, ...groups.flatMap(({ id, deleted }) => (deleted ? [id] : []))]);
  const objects = { campaign, campaignGone, deletedGroups, adGroups: groups, keywords, ads, negatives };
  return valuesOf(objects, showsInheritedBids);
}

/** What was read of a campaign and what is in it. */
interface RemoteObjects {
  /** Where a row is about it. */
  readonly campaign: RemoteCampaign | undefined;
  readonly campaignGone: boolean;
  readonly deletedGroups: ReadonlySet<number>;
  readonly adGroups: readonly RemoteAdGroup[];
  readonly keywords: readonly RemoteKeyword[];
  readonly ads: readonly RemoteAd[];
  readonly negatives: readonly RemoteNegative[];
}

function valuesOf(objects: RemoteObjects, showsInheritedBids: boolean): RemoteValues {
  const { campaign, campaignGone, deletedGroups, adGroups, keywords, ads, negatives } = objects;
  const groups = new Map(adGroups.map((adGroup) => [adGroup.id, adGroup]));
  const words = new Map(keywords.map((keyword) => [keyword.id, keyword]));
  const adsOf: RemoteValues['adsOf'] = (id) => ads.filter(({ deleted, adGroupId }) => !deleted && adGroupId === id);
  const exact = negatives.filter(({ matchType, deleted }) => matchType === 'EXACT' && !deleted);
  const byText = new Map(exact.map((negative) => [`${negative.adGroupId ?? 0} ${textKey(negative.text)}`, negative]));
  const negativeOf: RemoteValues['negativeOf'] = (row) =>
    byText.get(`${objectOfKey(row.key).adGroupId ?? 0} ${negativeText(row)}`);
  const itself: RemoteValues['of'] = (row) => {
    const { key, field } = row;
    if (field === 'negative') {
      return { deleted: false, value: negativeOf(row) === undefined ? null : negativeText(row) };
    }
    const { level, adGroupId, keywordId } = objectOfKey(key);
    if (level === 'campaign') return campaign && readingOf(campaign, campaignValue(campaign, field));
    if (level === 'ad_group') {
      const group = groups.get(adGroupId ?? 0);
      if (field === 'creative') return group && readingOf(group, displayedCreative(adsOf(group.id), group.id));
      return group && readingOf(group, adGroupValue(group, field));
    }
    const word = words.get(keywordId ?? 0);
    if (word === undefined || word.adGroupId !== adGroupId) return undefined;
    const value = keywordValue(word, field);
    const isInherited =
      showsInheritedBids && field === 'cpt_bid' && isGroupsBid(row, value, groups.get(word.adGroupId));
    return readingOf(word, isInherited ? null : value);
  };
  const belowDeleted = (adGroupId: number | null): boolean => campaignGone || deletedGroups.has(adGroupId ?? 0);
  return {
    negativeOf,
    adGroup: (id) => groups.get(id),
    adsOf,
    of: (row) => {
      const reading = itself(row);
      return reading && belowDeleted(objectOfKey(row.key).adGroupId) ? { ...reading, deleted: true } : reading;
    },
  };
}

/** Whether a keyword that followed its ad group shows nothing else than the ad group's bid. */
const isGroupsBid = (row: RequestedRow, value: SettingValue | undefined, group: RemoteAdGroup | undefined): boolean =>
  row.base === null && value !== row.new && group !== undefined && value === microsOf(group.defaultBid);

/** What rows are about: the campaign itself, ad groups, keywords, ad groups for their product pages, and ad groups that rows are only below. */
function subjectsOf(rows: readonly RequestedRow[]) {
  const adGroupIds = new Set<number>();
  const keywordIds = new Set<number>();
  const pagedAdGroupIds = new Set<number>();
  const parentIds = new Set<number>();
  for (const { key, field } of rows) {
    const { level, adGroupId, keywordId } = objectOfKey(key);
    if (keywordId !== null && field !== 'negative') keywordIds.add(keywordId);
    // A negative of the whole campaign has the ad group 0.
    if (adGroupId === null || adGroupId === 0) continue;
    if (level === 'ad_group') adGroupIds.add(adGroupId);
    else parentIds.add(adGroupId);
    if (field === 'creative') pagedAdGroupIds.add(adGroupId);
  }
  return {
    hasCampaignRows: rows.some(({ key }) => objectOfKey(key).level === 'campaign'),
    adGroupIds: [...adGroupIds],
    keywordIds: [...keywordIds],
    pagedAdGroupIds: [...pagedAdGroupIds],
    parentIds: [...parentIds].filter((id) => !adGroupIds.has(id)),
  };
}

/** The value of a setting in what the ad service answered; `undefined` for one its object does not have. */
export function campaignValue(campaign: RemoteCampaign, field: ChangeField): SettingValue | undefined {
  if (field === 'status') return campaign.status;
  if (field === 'daily_cap') return microsOf(campaign.dailyBudget);
  if (field === 'target_cpa') return microsOf(campaign.targetCpa);
  return field === 'budget' ? microsOf(campaign.totalBudget) : undefined;
}

export function adGroupValue(adGroup: RemoteAdGroup, field: ChangeField): SettingValue | undefined {
  if (field === 'status') return adGroup.status;
  if (field === 'search_match') return adGroup.searchMatch;
  if (field === 'cpt_bid') return microsOf(adGroup.defaultBid);
  return field === 'cpa_goal' ? microsOf(adGroup.cpaGoal) : undefined;
}

/** The creative whose page an ad group shows; 0: the default page. */
export const displayedCreative = (ads: readonly RemoteAd[], adGroupId: number): number =>
  displayedPage(ads.map(pageAd), adGroupId)?.creative_id ?? 0;

/** An ad in the words of the log. */
export const pageAd = ({ id, adGroupId, creativeId, creativeType, status, deleted, name }: RemoteAd): AdSettings => ({
  ad_id: id,
  ad_group_id: adGroupId,
  name,
  deleted,
  status,
  creative_id: creativeId,
  creative_type: creativeType,
  product_page_name: name,
});

/** A negative in the words of the log. */
export const negativeSettings = ({ id, adGroupId, text, matchType, status }: RemoteNegative): NegativeSettings => ({
  negative_id: id,
  ad_group_id: adGroupId,
  text,
  match_type: matchType,
  deleted: false,
  status: status === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
});

export const keywordValue = (keyword: RemoteKeyword, field: ChangeField): SettingValue | undefined =>
  field === 'status' ? keyword.status : field === 'cpt_bid' ? microsOf(keyword.bid) : undefined;

const readingOf = ({ deleted }: { deleted: boolean }, value: SettingValue | undefined): RemoteReading => ({
  deleted,
  value: value ?? null,
});

const microsOf = (amount: string | null): number | null => (amount === null ? null : microsFromDecimalString(amount));
