export {
  type Exchange,
  outcomeBeforeExchange,
  outcomeOfExchange,
  type SettledExchange,
  settledOutcome,
} from './call-outcome.ts';
export { firstLaunchByOurClock } from './first-launch.ts';
export type {
  AttributionOutcome,
  CallOutcome,
  ImportedOutcome,
  InstallReport,
  InstallState,
} from './install.decider.ts';
export {
  attributionWaitMs,
  decideAttribution,
  importInstall,
  installAttribution,
  installDecider,
  isAnswered,
  recordInstall,
  testCampaignId,
} from './install.decider.ts';
export type { Attribution, InstallEvent } from './install.events.ts';
export { installStream } from './install.stream.ts';
