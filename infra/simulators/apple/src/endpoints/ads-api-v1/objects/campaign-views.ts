import { hashOf } from '../../../base/random/prng.ts';
import type { AdGroup, Campaign, Keyword, NegativeKeyword } from '../../../market/world/structure.ts';
import { isRequired, setByApple } from '../../advertising/bid-strategy.ts';
import { appleTime, type Money, settingMoney } from '../../advertising/money.ts';
import {
  adGroupState,
  campaignState,
  keywordDisplayStatus,
  type ServingState,
  type StateContext,
} from '../../advertising/serving-state.ts';
import type { ObjectView } from './query-request.ts';
import { builtDimensions, targetingOf } from './targeting-words.ts';

/** How views are made. */
export interface ViewContext extends StateContext {
  /** Whether a keyword without a bid shows that of its ad group. */
  readonly inheritedBid: 'shown' | 'absent';
  /** Objects with a display status that no documentation has. */
  readonly brandNew: readonly number[];
}

/** Why something does not run, in the Platform API's words; a used-up daily budget has none. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  AD_GROUP_MISSING: ['AD_GROUPS_MISSING'],
  NO_AVAILABLE_AD_GROUPS: ['AD_GROUPS_NOT_RUNNING'],
  AD_GROUP_PAUSED_BY_USER: ['PAUSED_BY_USER'],
  DAILY_CAP_EXHAUSTED: [],
};

const reasonsOf = ({ reasons }: ServingState): readonly string[] =>
  (reasons ?? []).flatMap((reason) => REASONS[reason] ?? [reason]);

/** The settings' amounts come with and without trailing zeros. */
export function amountOf(amount: number, currency: string, id: number): Money {
  const money = settingMoney(amount, currency);
  return id % 2 === 0 || currency === 'JPY' ? money : { ...money, amount: amount.toFixed(2) };
}

/** What an object of the older API is called by its displayed state; paused campaigns are shown as held. */
function displayedCampaign(campaign: Campaign, state: ServingState, { brandNew }: ViewContext): string {
  if (brandNew.includes(campaign.id)) return 'BRAND_NEW';
  if (state.displayStatus === 'PAUSED') return 'ON_HOLD';
  return state.displayStatus === 'RUNNING' && isLimited(campaign) ? 'LIMITED' : state.displayStatus;
}

/** Some campaigns that run could be shown more often. */
const isLimited = ({ id }: Campaign): boolean => hashOf('limited', id) % 5 === 0;

/** Words beyond the documented ones must be expected anywhere. */
const LIMITING = ['APP_LANGUAGE_INCOMPATIBLE', 'BRAND_NEW_REASON'];

export function bidStrategyOf(campaign: Campaign, bid: number | null): object {
  const words = setByApple(campaign)
    ? { bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL' }
    : { bidStrategyType: 'MANUAL_CPT', bidStrategyGoal: 'TAP' };
  return bid === null ? words : { ...words, bid: amountOf(bid, campaign.org.currency, campaign.id) };
}

const INVOICE = {
  primaryBuyerName: 'A. Buyer',
  primaryBuyerEmail: 'buyer@example.com',
  billingEmail: 'billing@example.com',
};

/** Invoice details as the older API calls them, renamed. */
const INVOICE_NAMES: Readonly<Record<string, string>> = {
  buyerName: 'primaryBuyerName',
  buyerEmail: 'primaryBuyerEmail',
  billingContactEmail: 'billingEmail',
};

export function invoiceView(invoice: object | null): object {
  if (invoice === null) return INVOICE;
  return Object.fromEntries(Object.entries(invoice).map(([name, value]) => [INVOICE_NAMES[name] ?? name, value]));
}

export function campaignView(built: Campaign, context: ViewContext): ObjectView {
  const state = campaignState(built, context);
  const campaign = context.settings.campaign(built);
  const { currency, orgId, paymentModel } = campaign.org;
  const isLoc = paymentModel === 'LOC';
  return {
    id: campaign.id,
    adAccountId: orgId,
    name: campaign.name,
    billingEvent: 'TAPS',
    paymentModel,
    promotedObjectType: 'APPSTORE_APP',
    promotedObjectId: String(campaign.app.adamId),
    status: campaign.status,
    systemStatus: state.servingStatus,
    systemStatusReasons: reasonsOf(state),
    systemStatusLimitingReasons: isLimited(campaign) ? LIMITING : [],
    displayStatus: displayedCampaign(campaign, state, context),
    dailyBudget: { value: amountOf(campaign.dailyBudget, currency, campaign.id) },
    sharedBudgets: [],
    targeting: {
      // In no particular order.
      countryOrRegion: { include: [...campaign.countries].reverse() },
      supplyPlacement: { include: ['APPSTORE_SEARCH_RESULTS'] },
    },
    bidStrategy: bidStrategyOf(campaign, campaign.targetCpa),
    ...(isLoc ? { invoiceDetail: invoiceView(campaign.invoice) } : {}),
    regulationResponses: [],
    startTime: appleTime(campaign.createdAt),
    creationTime: appleTime(campaign.createdAt),
    modificationTime: appleTime(campaign.modifiedAt),
    deleted: campaign.deleted,
  };
}

/** A campaign at the moment and its state, made once for all that is in it. */
export interface CampaignNow {
  readonly campaign: Campaign;
  readonly state: ServingState;
}

export const campaignNow = (built: Campaign, context: StateContext): CampaignNow => ({
  campaign: context.settings.campaign(built),
  state: campaignState(built, context),
});

/** @param adGroup as it is at the moment */
export function adGroupView(parent: CampaignNow, adGroup: AdGroup, { brandNew }: ViewContext): ObjectView {
  const { campaign } = parent;
  const state = adGroupState(adGroup, parent.state);
  const { currency, orgId } = campaign.org;
  const dimensions = (adGroup.targeting ?? builtDimensions(adGroup)) as Readonly<Record<string, unknown>>;
  return {
    id: adGroup.id,
    adAccountId: orgId,
    campaignId: campaign.id,
    name: adGroup.name,
    status: adGroup.status,
    pricingModel: 'CPT',
    automatedKeywordsOptIn: adGroup.searchMatch,
    automatedKeywordsRequired: isRequired(campaign, adGroup),
    systemStatus: state.servingStatus,
    systemStatusReasons: reasonsOf(state),
    systemStatusLimitingReasons: [],
    displayStatus: brandNew.includes(adGroup.id) ? 'BRAND_NEW' : state.displayStatus,
    bidStrategy: bidStrategyOf(campaign, setByApple(campaign) ? 0 : adGroup.defaultBid),
    ...(adGroup.cpaGoal === null ? {} : { cpaCap: { value: amountOf(adGroup.cpaGoal, currency, adGroup.id) } }),
    targeting: targetingOf(dimensions),
    startTime: adGroup.startTime ?? appleTime(adGroup.createdAt),
    creationTime: appleTime(adGroup.createdAt),
    modificationTime: appleTime(adGroup.modifiedAt),
    deleted: adGroup.deleted || campaign.deleted,
  };
}

/** An ad group at the moment, and what it is in. */
export interface AdGroupNow {
  readonly parent: CampaignNow;
  readonly adGroup: AdGroup;
  readonly state: ServingState;
}

export const adGroupNow = (parent: CampaignNow, adGroup: AdGroup): AdGroupNow => ({
  parent,
  adGroup,
  state: adGroupState(adGroup, parent.state),
});

/** @param keyword as it is at the moment */
export function keywordView(
  { parent, adGroup, state }: AdGroupNow,
  keyword: Keyword,
  context: ViewContext,
): ObjectView {
  const { campaign } = parent;
  const bid = displayedBid(campaign, adGroup, keyword, context);
  return {
    id: keyword.id,
    adAccountId: campaign.org.orgId,
    campaignId: campaign.id,
    adGroupId: adGroup.id,
    text: keyword.text,
    matchType: keyword.matchType,
    ...(bid === null ? {} : { bid: amountOf(bid, campaign.org.currency, keyword.id) }),
    status: switchWord(keyword.status),
    displayStatus: keywordDisplayStatus(keyword, state, parent.state),
    creationTime: appleTime(keyword.createdAt),
    modificationTime: appleTime(keyword.modifiedAt),
    deleted: keyword.deleted || adGroup.deleted || campaign.deleted,
  };
}

export function displayedBid(
  campaign: Campaign,
  adGroup: AdGroup,
  keyword: Keyword,
  { inheritedBid }: ViewContext,
): number | null {
  if (setByApple(campaign)) return 0;
  return keyword.bid ?? (inheritedBid === 'shown' ? adGroup.defaultBid : null);
}

/** Keywords are enabled where the older API calls them active. */
export const switchWord = (status: 'ACTIVE' | 'PAUSED'): 'ENABLED' | 'PAUSED' =>
  status === 'ACTIVE' ? 'ENABLED' : 'PAUSED';

/** @param negative and `parents`: as they are at the moment */
export const negativeView = (
  campaign: Campaign,
  negative: NegativeKeyword,
  parents: { readonly deleted: boolean },
): ObjectView => ({
  id: negative.id,
  adAccountId: campaign.org.orgId,
  campaignId: negative.campaignId,
  ...(negative.adGroupId === null ? {} : { adGroupId: negative.adGroupId }),
  text: negative.text,
  matchType: negative.matchType,
  status: switchWord(negative.status),
  creationTime: appleTime(negative.modifiedAt),
  modificationTime: appleTime(negative.modifiedAt),
  deleted: negative.deleted || parents.deleted,
});
