import type { Ad, AdGroup, Campaign, Keyword } from '../../../market/world/structure.ts';
import { isRequired, setByApple } from '../../advertising/bid-strategy.ts';
import type { ReportLevel } from '../../advertising/figures/figures-request.ts';
import type { FiguresRow } from '../../advertising/figures/figures-table.ts';
import { appleTime, type Money, settingMoney } from '../../advertising/money.ts';
import {
  adGroupState,
  campaignState,
  keywordDisplayStatus,
  type ServingState,
  type StateContext,
} from '../../advertising/serving-state.ts';
import type { FieldSource } from '../selector.ts';

/** Describes the object of each row; objects are described once per report. */
export interface MetadataSource {
  of(row: FiguresRow): FieldSource;
  /** Suggested bid of a keyword row; null where Apple suggests nothing. */
  suggestedBid(row: FiguresRow): Money | null;
}

export function createMetadataSource(
  campaigns: readonly Campaign[],
  level: ReportLevel,
  context: StateContext,
): MetadataSource {
  const states = new Map(campaigns.map((campaign) => [campaign.id, campaignState(campaign, context)]));
  const adGroups = new Map(campaigns.flatMap((campaign) => campaign.adGroups.map((adGroup) => [adGroup.id, adGroup])));
  const keywords = new Map(
    [...adGroups.values()].flatMap((adGroup) => adGroup.keywords.map((keyword) => [keyword.id, keyword])),
  );
  const cache = new Map<string, FieldSource>();
  const { settings } = context;
  const describe = (row: FiguresRow): FieldSource => {
    const state = states.get(row.campaign.id) as ServingState;
    const adGroup = row.adGroupId === null ? null : (adGroups.get(row.adGroupId) ?? null);
    if (adGroup === null) return campaignMetadata(settings.campaign(row.campaign), state);
    const adGroupSettings = settings.adGroup(adGroup);
    const campaign = settings.campaign(row.campaign);
    if (level === 'adGroup') return adGroupMetadata(campaign, adGroupSettings, state);
    const ad = adGroup.ads.find(({ id }) => id === row.adId);
    if (ad !== undefined) return adMetadata(campaign, adGroupSettings, settings.ad(ad));
    const keyword = row.keywordId === null ? null : (keywords.get(row.keywordId) ?? null);
    return keywordMetadata(campaign, adGroupSettings, keyword === null ? null : settings.keyword(keyword), state);
  };
  return {
    of(row) {
      const key = `${row.campaign.id}/${row.adGroupId}/${row.keywordId}/${row.adId}`;
      const base = cache.get(key) ?? describe(row);
      cache.set(key, base);
      return { ...base, ...termFields(row, level), ...groupFields(row) };
    },
    suggestedBid(row) {
      const keyword = keywords.get(row.keywordId ?? -1);
      const bid = keyword === undefined ? null : settings.keyword(keyword).bid;
      return bid === null ? null : settingMoney(bid * 1.1, row.campaign.org.currency);
    },
  };
}

const termFields = (row: FiguresRow, level: ReportLevel): FieldSource =>
  level === 'searchTerm'
    ? { searchTermText: row.searchTerm, searchTermSource: row.keywordId === null ? 'AUTO' : 'TARGETED' }
    : {};

const groupFields = (row: FiguresRow): FieldSource => ({
  ...(row.country === null ? {} : { countryOrRegion: row.country }),
  ...(row.device === null ? {} : { deviceClass: row.device }),
});

function campaignMetadata(campaign: Campaign, state: ServingState): FieldSource {
  return {
    campaignId: campaign.id,
    campaignName: campaign.name,
    campaignStatus: campaign.status,
    servingStatus: state.servingStatus,
    servingStateReasons: state.reasons,
    displayStatus: state.displayStatus,
    deleted: campaign.deleted,
    app: { appName: campaign.app.name, adamId: campaign.app.adamId },
    countriesOrRegions: [...campaign.countries].sort(),
    countryOrRegionServingStateReasons: {},
    totalBudget: campaign.totalBudget === null ? null : settingMoney(campaign.totalBudget, campaign.org.currency),
    dailyBudget: settingMoney(campaign.dailyBudget, campaign.org.currency),
    supplySources: ['APPSTORE_SEARCH_RESULTS'],
    adChannelType: 'SEARCH',
    billingEvent: 'TAPS',
    orgId: campaign.org.orgId,
    modificationTime: appleTime(campaign.modifiedAt),
    biddingStrategy: campaign.bidStrategy,
    targetCpa: campaign.targetCpa === null ? null : settingMoney(campaign.targetCpa, campaign.org.currency),
  };
}

function adGroupMetadata(campaign: Campaign, adGroup: AdGroup, campaignServing: ServingState): FieldSource {
  const state = adGroupState(adGroup, campaignServing);
  return {
    adGroupId: adGroup.id,
    adGroupName: adGroup.name,
    adGroupStatus: adGroup.status,
    adGroupServingStatus: state.servingStatus,
    adGroupServingStateReasons: state.reasons,
    adGroupDisplayStatus: state.displayStatus,
    startTime: appleTime(adGroup.createdAt),
    endTime: null,
    defaultBidAmount: settingMoney(setByApple(campaign) ? 0 : adGroup.defaultBid, campaign.org.currency),
    cpaGoal: adGroup.cpaGoal === null ? null : settingMoney(adGroup.cpaGoal, campaign.org.currency),
    automatedKeywordsOptIn: adGroup.searchMatch,
    automatedKeywordsRequired: isRequired(campaign, adGroup),
    campaignId: campaign.id,
    orgId: campaign.org.orgId,
    deleted: adGroup.deleted || campaign.deleted,
    modificationTime: appleTime(adGroup.modifiedAt),
    biddingStrategy: campaign.bidStrategy,
  };
}

function adMetadata(campaign: Campaign, adGroup: AdGroup, ad: Ad): FieldSource {
  const deleted = ad.deleted || adGroup.deleted || campaign.deleted;
  const reasons = deleted ? ['DELETED_BY_USER'] : ad.status === 'PAUSED' ? ['PAUSED_BY_USER'] : null;
  return {
    adId: ad.id,
    adName: ad.name,
    adGroupId: adGroup.id,
    campaignId: campaign.id,
    orgId: campaign.org.orgId,
    creativeId: ad.creativeId,
    creativeType: 'CUSTOM_PRODUCT_PAGE',
    productPageId: ad.page.id,
    status: 'VALID',
    adDisplayStatus: deleted ? 'REMOVED' : ad.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
    adServingStateReasons: reasons,
    language: null,
    deleted,
    creationTime: appleTime(ad.createdAt),
    modificationTime: appleTime(ad.modifiedAt),
  };
}

/** Without a keyword the row belongs to Search Match, which occurs in search term reports only. */
function keywordMetadata(
  campaign: Campaign,
  adGroup: AdGroup,
  keyword: Keyword | null,
  campaignServing: ServingState,
): FieldSource {
  const groupState = adGroupState(adGroup, campaignServing);
  const bid = setByApple(campaign) ? 0 : (keyword?.bid ?? adGroup.defaultBid);
  return {
    keywordId: keyword?.id ?? null,
    keyword: keyword?.text ?? null,
    keywordStatus: keyword?.status ?? null,
    keywordDisplayStatus: keyword === null ? null : keywordDisplayStatus(keyword, groupState, campaignServing),
    matchType: keyword?.matchType ?? 'AUTO',
    bidAmount: settingMoney(bid, campaign.org.currency),
    deleted: (keyword?.deleted ?? false) || adGroup.deleted || campaign.deleted,
    adGroupId: adGroup.id,
    adGroupName: adGroup.name,
    adGroupDeleted: adGroup.deleted || campaign.deleted,
    campaignId: campaign.id,
    orgId: campaign.org.orgId,
    modificationTime: appleTime(keyword?.modifiedAt ?? adGroup.modifiedAt),
  };
}
