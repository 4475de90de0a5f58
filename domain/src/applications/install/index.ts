export { firstLaunchByOurClock } from './first-launch.ts';
export type {
  AttributionOutcome,
  CallOutcome,
  Exchange,
  ImportedOutcome,
  InstallReport,
  InstallState,
  SettledExchange,
} from './install.decider.ts';
export {
  attributionWaitMs,
  decideAttribution,
  importInstall,
  installAttribution,
  installDecider,
  isAnswered,
  outcomeBeforeExchange,
  outcomeOfExchange,
  recordInstall,
  settledOutcome,
  testCampaignId,
} from './install.decider.ts';
export type { Attribution, InstallEvent } from './install.events.ts';
export { installStream } from './install.stream.ts';
export { lacksTokens, type SdkVersionFigures } from './sdk-versions.ts';
