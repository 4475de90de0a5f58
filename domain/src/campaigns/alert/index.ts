export {
  type Alerts,
  channelsOf,
  createAlerts,
  episodesOfApplication,
  evolveAlerts,
  findChannel,
} from './alerts.ts';
export {
  type AlertCampaign,
  type AlertFigures,
  alertDays,
  type BrokenIntegration,
  type CampaignDay,
  emptyDay,
  type OrganizationFigures,
  unitKeysOf,
} from './built-in/alert-figures.ts';
export { doubtsAt } from './built-in/data-doubts.ts';
export { evaluateBuiltIn } from './built-in/evaluate-built-in.ts';
export { ruleTroubles } from './built-in/rule-troubles.ts';
export type { ChannelContent, ChannelEvent } from './channel/channel.events.ts';
export {
  type AlertChannel,
  type AlertChannels,
  addChannel,
  changeChannel,
  channelIn,
  channelsDecider,
  disableChannel,
  mostChannels,
  removeChannel,
} from './channel/channels.decider.ts';
export { slackBody, slackTimeoutMs } from './channel/slack-message.ts';
export { slackOutcome } from './channel/slack-outcome.ts';
export { type AlertEpisode, episodeState, isOpenEpisode } from './episode/alert-episode.ts';
export type { EvaluatedAlertUnit } from './episode/alert-evaluation.ts';
export { isSnoozed, type Snooze } from './episode/alert-messages.ts';
export {
  type AlertUnits,
  acknowledgeEpisode,
  alertUnitsDecider,
  noUnits,
  unitsWithoutIncident,
} from './episode/alert-units.ts';
export type { EpisodeEvent } from './episode/episode.events.ts';
export { evaluateUnits } from './episode/evaluate-units.ts';
export {
  type AlertAttempt,
  type AlertDeliveryEvent,
  alertDeliveryTypes,
  type FrozenAlert,
} from './message/alert-delivery.events.ts';
export {
  endPostedAttempt,
  endUnpostedMessage,
  endWaitingMessages,
  freezeMessage,
  replayMessage,
} from './message/alert-delivery.ts';
export type { AlertMessageEvent } from './message/alert-message.events.ts';
export {
  type AttemptEnd,
  type ChannelMessage,
  type ChannelMessages,
  channelMessagesDecider,
  claimMessage,
  endAttempt,
  interrupted,
  type MessageItem,
  mayAttempt,
  noMessages,
} from './message/message.decider.ts';
export {
  attemptHeldUntil,
  type ChannelPlan,
  type EpisodeOfAlert,
  messageKindName,
  type PlannedMessage,
  planMessages,
} from './message/plan-messages.ts';
export { type AlertNotice, groupNotices } from './notice/group-notices.ts';
export { messageText, noticeName, noticesOf, silentNotice } from './notice/notices.ts';
export { alertUnitKey, evaluateOwnAlert } from './own/evaluate-own-alert.ts';
export { type OwnAlertRule, ownRuleOf, refuseMoreAlerts, usualPatience } from './own/own-alert.ts';
export {
  type DueAlertSlot,
  dueAlertSlot,
  nextAlertSlotAt,
  type OrganizationClock,
} from './own/own-alert-slots.ts';
export { pastEpisodes } from './own/past-episodes.ts';
export {
  type EnteredAlertParts,
  type ReadAlertParts,
  readAlertParts,
  wholeOrganizationWarning,
} from './own/read-alert-parts.ts';
export {
  type AlertUpdates,
  alertDecider,
  alertNotFound,
  changeAlert,
  createAlert,
  deleteAlert,
  longestSnoozeMs,
  snoozeAlert,
  wishAlertMails,
} from './settings/alert.decider.ts';
export type { AlertEvent } from './settings/alert.events.ts';
export {
  alertChannelsStream,
  alertEpisodesStream,
  alertMessageSpace,
  alertMessagesStream,
  alertStream,
  alertStreamPrefixes,
  episodeSpace,
  noticesStream,
} from './settings/alert.stream.ts';
export { type BuiltInKind, builtInAlertId, builtInSettings } from './settings/built-in-kinds.ts';
export {
  alertMadeBy,
  builtInAlerts,
  defaultContent,
  type ExistingAlert,
  findAlert,
  ownAlerts,
  writtenAlert,
  writtenAlerts,
} from './settings/existing-alert.ts';
