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
export { installStream, sdkRefusalsStream } from './install.stream.ts';
export { mostRefusedVersions, type SdkRefusalEvent } from './sdk-refusals.events.ts';
export {
  isRefusedOften,
  lacksTokens,
  newestSdkVersion,
  type SdkVersionFigures,
  sdkVersionAge,
} from './sdk-versions.ts';
