import type { App } from '../../../market/world/apps.ts';
import type { Ad, AdGroup, Campaign, Creative, Keyword, NegativeKeyword } from '../../../market/world/structure.ts';
import { isRequired, setByApple } from '../../advertising/bid-strategy.ts';
import { appleTime, type Money, settingMoney } from '../../advertising/money.ts';
import { adGroupState, campaignState, type ServingState, type StateContext } from '../../advertising/serving-state.ts';
import type { FieldSource } from '../selector.ts';

export function campaignView(built: Campaign, context: StateContext): FieldSource {
  const state = campaignState(built, context);
  const campaign = context.settings.campaign(built);
  return {
    id: campaign.id,
    orgId: campaign.org.orgId,
    adamId: campaign.app.adamId,
    name: campaign.name,
    adChannelType: 'SEARCH',
    supplySources: ['APPSTORE_SEARCH_RESULTS'],
    billingEvent: 'TAPS',
    countriesOrRegions: [...campaign.countries].sort(),
    dailyBudgetAmount: settingMoney(campaign.dailyBudget, campaign.org.currency),
    budgetAmount: campaign.totalBudget === null ? null : settingMoney(campaign.totalBudget, campaign.org.currency),
    budgetOrders: [],
    locInvoiceDetails: campaign.org.paymentModel === 'LOC' ? (campaign.invoice ?? invoiceDetails) : null,
    paymentModel: campaign.org.paymentModel,
    startTime: appleTime(campaign.createdAt),
    endTime: null,
    status: campaign.status,
    servingStatus: state.servingStatus,
    displayStatus: state.displayStatus,
    servingStateReasons: state.reasons,
    countryOrRegionServingStateReasons: {},
    sapinLawResponse: 'NOT_ANSWERED',
    biddingStrategy: campaign.bidStrategy,
    targetCpa: campaign.targetCpa === null ? null : settingMoney(campaign.targetCpa, campaign.org.currency),
    creationTime: appleTime(campaign.createdAt),
    modificationTime: appleTime(campaign.modifiedAt),
    deleted: campaign.deleted,
  };
}

const invoiceDetails = {
  buyerName: 'A. Buyer',
  buyerEmail: 'buyer@example.com',
  billingContactEmail: 'billing@example.com',
};

/** A campaign and its state at the moment; made once for all of its ad groups. */
export interface CampaignNow {
  readonly campaign: Campaign;
  readonly state: ServingState;
}

export const campaignNow = (built: Campaign, context: StateContext): CampaignNow => ({
  campaign: context.settings.campaign(built),
  state: campaignState(built, context),
});

/** @param adGroup as it is at the moment */
export function adGroupView({ campaign, state: campaignServing }: CampaignNow, adGroup: AdGroup): FieldSource {
  const state = adGroupState(adGroup, campaignServing);
  const { currency } = campaign.org;
  return {
    id: adGroup.id,
    orgId: campaign.org.orgId,
    campaignId: campaign.id,
    name: adGroup.name,
    status: adGroup.status,
    pricingModel: 'CPC',
    paymentModel: campaign.org.paymentModel,
    defaultBidAmount: settingMoney(setByApple(campaign) ? 0 : adGroup.defaultBid, currency),
    cpaGoal: adGroup.cpaGoal === null ? null : settingMoney(adGroup.cpaGoal, currency),
    automatedKeywordsOptIn: adGroup.searchMatch,
    automatedKeywordsRequired: isRequired(campaign, adGroup),
    startTime: appleTime(adGroup.createdAt),
    endTime: null,
    targetingDimensions: { ...noTargeting, ...(adGroup.targeting ?? builtTargeting(adGroup)) },
    biddingStrategy: campaign.bidStrategy,
    servingStatus: state.servingStatus,
    servingStateReasons: state.reasons,
    displayStatus: state.displayStatus,
    creationTime: appleTime(adGroup.createdAt),
    modificationTime: appleTime(adGroup.modifiedAt),
    deleted: adGroup.deleted || campaign.deleted,
  };
}

/** Every dimension without a restriction. */
const noTargeting = {
  age: null,
  gender: null,
  country: null,
  adminArea: null,
  locality: null,
  deviceClass: null,
  daypart: null,
  appDownloaders: null,
};

const builtTargeting = (adGroup: AdGroup) => ({
  gender: adGroup.gender === null ? null : { included: [adGroup.gender] },
  deviceClass: { included: ['IPAD', 'IPHONE'] },
});

/** @param campaign and `adGroup`: as they are at the moment */
export function keywordView(campaign: Campaign, adGroup: AdGroup, keyword: Keyword): FieldSource {
  return {
    id: keyword.id,
    campaignId: campaign.id,
    adGroupId: adGroup.id,
    text: keyword.text,
    matchType: keyword.matchType,
    bidAmount: bidAmountOf(campaign, keyword.bid),
    status: keyword.status,
    deleted: keyword.deleted || adGroup.deleted || campaign.deleted,
    creationTime: appleTime(keyword.createdAt),
    modificationTime: appleTime(keyword.modifiedAt),
  };
}

/** Where Apple sets bids, each is shown as 0. Null: the ad group's holds. */
function bidAmountOf(campaign: Campaign, bid: number | null): Money | null {
  if (setByApple(campaign)) return settingMoney(0, campaign.org.currency);
  return bid === null ? null : settingMoney(bid, campaign.org.currency);
}

/** @param parents as they are at the moment */
export const negativeView = (parents: { deleted: boolean }, negative: NegativeKeyword): FieldSource => ({
  id: negative.id,
  campaignId: negative.campaignId,
  adGroupId: negative.adGroupId,
  text: negative.text,
  matchType: negative.matchType,
  status: negative.status,
  deleted: negative.deleted || parents.deleted,
  modificationTime: appleTime(negative.modifiedAt),
});

/** @param campaign and `adGroup`: as they are at the moment. Ad groups that show a custom product page have ads. */
export function adView(campaign: Campaign, adGroup: AdGroup, ad: Ad): FieldSource {
  const isDeleted = ad.deleted || adGroup.deleted || campaign.deleted;
  const reason = isDeleted ? 'DELETED_BY_USER' : ad.status === 'PAUSED' ? 'PAUSED_BY_USER' : null;
  return {
    id: ad.id,
    orgId: campaign.org.orgId,
    campaignId: campaign.id,
    adGroupId: adGroup.id,
    creativeId: ad.creativeId,
    name: ad.name,
    status: ad.status,
    creativeType: 'CUSTOM_PRODUCT_PAGE',
    servingStatus: reason === null ? 'RUNNING' : 'NOT_RUNNING',
    servingStateReasons: reason === null ? null : [reason],
    deleted: isDeleted,
    creationTime: appleTime(ad.createdAt),
    modificationTime: appleTime(ad.modifiedAt),
  };
}

export const creativeView = (creative: Creative): FieldSource => ({
  id: creative.id,
  orgId: creative.org.orgId,
  adamId: creative.app.adamId,
  name: creative.name,
  productPageId: creative.page.id,
  type: 'CUSTOM_PRODUCT_PAGE',
  state: 'VALID',
  stateReasons: null,
  creationTime: appleTime(creative.createdAt),
  modificationTime: appleTime(creative.modifiedAt),
});

export const productPageViews = (app: App, createdAt: number): readonly FieldSource[] =>
  app.productPages.map((page) => ({
    id: page.id,
    adamId: app.adamId,
    name: page.name,
    state: 'VISIBLE',
    deepLink: null,
    creationTime: appleTime(createdAt),
    modificationTime: appleTime(createdAt),
  }));

export const appView = (app: App, storefronts: readonly string[]): FieldSource => ({
  id: String(app.adamId),
  adamId: app.adamId,
  appName: app.name,
  artistName: app.artist,
  availableStorefronts: storefronts,
  deviceClasses: ['IPHONE', 'IPAD'],
  iconPictureUrl: null,
  isPreOrder: 'false',
  primaryGenre: app.genre,
  secondaryGenre: null,
  primaryLanguage: 'en-US',
});
