export { completeDays } from '../custom-rule/numbers/complete-days.ts';
export {
  type Alerts,
  channelsOf,
  createAlerts,
  episodesOfApplication,
  evolveAlerts,
  findChannel,
  type SilentUnit,
} from './alerts.ts';
export {
  type AlertCampaign,
  type AlertFigures,
  alertDays,
  type BrokenIntegration,
  type CampaignDay,
  emptyDay,
  type MissedRuns,
  type OrganizationFigures,
} from './built-in/alert-figures.ts';
export { evaluateBuiltIn } from './built-in/evaluate-built-in.ts';
export type { EpisodeEvent } from './episode/episode.events.ts';
export {
  type AlertUnits,
  alertUnitsDecider,
  type EvaluatedAlertUnit,
  evaluateUnits,
} from './episode/evaluate-units.ts';
export { alertEpisodesStream, alertStreamPrefixes, episodeSpace } from './settings/alert.stream.ts';
export { builtInAlerts, type ExistingAlert, findAlert } from './settings/existing-alert.ts';
