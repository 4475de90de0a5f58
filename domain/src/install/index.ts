export type { AttributionOutcome, InstallState } from './install.decider.ts';
export {
  attributionWaitMs,
  checkFirstLaunch,
  decideAttribution,
  giveAnswer,
  importInstall,
  installAnswer,
  installDecider,
  recordInstall,
  testCampaignId,
} from './install.decider.ts';
export type { Attribution } from './install.events.ts';
export { installStream } from './install.stream.ts';
