import type { App } from '../../../market/world/apps.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import type { AdGroup, Campaign, Keyword, NegativeKeyword } from '../../../market/world/structure.ts';
import type { FieldSource } from '../selector.ts';
import { adGroupState, campaignState, type StateContext } from '../serving-state.ts';
import { appleTime, settingMoney } from './money.ts';

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
    budgetAmount: null,
    budgetOrders: [],
    locInvoiceDetails: campaign.org.paymentModel === 'LOC' ? invoiceDetails : null,
    paymentModel: campaign.org.paymentModel,
    startTime: appleTime(campaign.createdAt),
    endTime: null,
    status: campaign.status,
    servingStatus: state.servingStatus,
    displayStatus: state.displayStatus,
    servingStateReasons: state.reasons,
    countryOrRegionServingStateReasons: {},
    sapinLawResponse: 'NOT_ANSWERED',
    biddingStrategy: 'MANUAL_CPT',
    targetCpa: null,
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

export function adGroupView(campaign: Campaign, built: AdGroup, context: StateContext): FieldSource {
  const adGroup = context.settings.adGroup(built);
  const state = adGroupState(adGroup, campaignState(campaign, context));
  return {
    id: adGroup.id,
    orgId: campaign.org.orgId,
    campaignId: campaign.id,
    name: adGroup.name,
    status: adGroup.status,
    pricingModel: 'CPC',
    paymentModel: campaign.org.paymentModel,
    defaultBidAmount: settingMoney(adGroup.defaultBid, campaign.org.currency),
    cpaGoal: null,
    automatedKeywordsOptIn: adGroup.searchMatch,
    automatedKeywordsRequired: false,
    startTime: appleTime(adGroup.createdAt),
    endTime: null,
    targetingDimensions: targetingDimensions(adGroup),
    biddingStrategy: 'MANUAL_CPT',
    servingStatus: state.servingStatus,
    servingStateReasons: state.reasons,
    displayStatus: state.displayStatus,
    creationTime: appleTime(adGroup.createdAt),
    modificationTime: appleTime(adGroup.modifiedAt),
    deleted: adGroup.deleted || campaign.deleted,
  };
}

const targetingDimensions = (adGroup: AdGroup) => ({
  age: null,
  gender: adGroup.gender === null ? null : { included: [adGroup.gender] },
  country: null,
  adminArea: null,
  locality: null,
  deviceClass: { included: ['IPAD', 'IPHONE'] },
  daypart: null,
  appDownloaders: null,
});

export function keywordView(
  campaign: Campaign,
  adGroup: AdGroup,
  built: Keyword,
  settings: SettingsInForce,
): FieldSource {
  const keyword = settings.keyword(built);
  return {
    id: keyword.id,
    campaignId: campaign.id,
    adGroupId: adGroup.id,
    text: keyword.text,
    matchType: keyword.matchType,
    bidAmount: keyword.bid === null ? null : settingMoney(keyword.bid, campaign.org.currency),
    status: keyword.status,
    deleted: keyword.deleted || adGroup.deleted || campaign.deleted,
    creationTime: appleTime(keyword.createdAt),
    modificationTime: appleTime(keyword.modifiedAt),
  };
}

export const negativeView = (campaign: Campaign, negative: NegativeKeyword): FieldSource => ({
  id: negative.id,
  campaignId: negative.campaignId,
  adGroupId: negative.adGroupId,
  text: negative.text,
  matchType: negative.matchType,
  status: 'ACTIVE',
  deleted: campaign.deleted,
  modificationTime: appleTime(negative.modifiedAt),
});

/** The ads of a campaign: those ad groups that show a custom product page have one. */
export function adViews(campaign: Campaign, adGroup: AdGroup): readonly FieldSource[] {
  if (adGroup.ad === null) return [];
  return [
    {
      id: adGroup.ad.id,
      orgId: campaign.org.orgId,
      campaignId: campaign.id,
      adGroupId: adGroup.id,
      creativeId: adGroup.ad.creativeId,
      name: adGroup.ad.name,
      status: 'ENABLED',
      creativeType: 'CUSTOM_PRODUCT_PAGE',
      servingStatus: 'RUNNING',
      servingStateReasons: null,
      deleted: adGroup.deleted || campaign.deleted,
      creationTime: appleTime(adGroup.createdAt),
      modificationTime: appleTime(adGroup.createdAt),
    },
  ];
}

export function creativeViews(campaign: Campaign, adGroup: AdGroup): readonly FieldSource[] {
  if (adGroup.ad === null) return [];
  return [
    {
      id: adGroup.ad.creativeId,
      orgId: campaign.org.orgId,
      adamId: campaign.app.adamId,
      name: adGroup.ad.page.name,
      productPageId: adGroup.ad.page.id,
      type: 'CUSTOM_PRODUCT_PAGE',
      state: 'VALID',
      stateReasons: null,
      creationTime: appleTime(adGroup.createdAt),
      modificationTime: appleTime(adGroup.createdAt),
    },
  ];
}

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
