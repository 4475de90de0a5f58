export {
  campaignDecider,
  campaignNames,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  diffNegatives,
  keepConfirmed,
} from './campaign.decider.ts';
export type { CampaignEvent } from './campaign.events.ts';
export type { CampaignState } from './campaign.state.ts';
export { campaignStream } from './campaign.stream.ts';
export { campaignKind, campaignsBeside } from './campaign-kind.ts';
export type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
} from './campaign-settings.ts';
export { keywordDisplayStatus } from './display-status.ts';
export { isPageAd, shownPage } from './shown-page.ts';
