export type { AnyCampaignEvent, CampaignNames } from './campaign.decider.ts';
export {
  campaignDecider,
  campaignNames,
  completeDeleted,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  diffNegatives,
} from './campaign.decider.ts';
export type { CampaignEvent } from './campaign.events.ts';
export type { CampaignState } from './campaign.state.ts';
export { campaignStream } from './campaign.stream.ts';
export { campaignsBeside, closestBeside } from './campaign-kind.ts';
export type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
} from './campaign-settings.ts';
export { bidsSetMessage, setsBidsItself, withBid, withOwnBid } from './campaign-settings.ts';
export { keywordDisplayStatus } from './display-status.ts';
export { displayedPage, isPageAd } from './displayed-page.ts';
export { keepConfirmed, keepUnread, type ObservedSettings } from './keep-confirmed.ts';
export { bidOrigin, keepFollowing } from './keep-following.ts';
